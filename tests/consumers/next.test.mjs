import assert from "node:assert/strict";
import { after } from "node:test";
import { once } from "../adapters/support/bundle.mjs";
import { credentialsOf } from "../e2e/support/accounts.mjs";
import { LOGIN } from "../e2e/support/identity-api.mjs";
import { consumerBehaviour } from "./support/behaviour.mjs";
import { command } from "./support/command.mjs";
import { startFront } from "./support/front.mjs";
import { installConsumers } from "./support/install.mjs";
import { consumers } from "./support/places.mjs";
import { startServer } from "./support/server-of-an-app.mjs";

const NEXT = `${consumers}node_modules/next/dist/bin/next`;
const cwd = `${consumers}next`;
const env = { NEXT_TELEMETRY_DISABLED: "1" };

const build = once(async () => {
  await installConsumers();
  await command(process.execPath, [NEXT, "build"], { cwd, env });
});

/** Next's own server, and one address in front of it and of the deployment. */
let running;
after(async () => {
  await Promise.all((running ?? []).map(({ stop }) => stop()));
});

async function serve(another) {
  await build();
  const deployment = await another("bare", ["--bearer", "cookie"]);
  if (!running) {
    const app = await startServer(
      (port) => [NEXT, "start", "--hostname", "127.0.0.1", "--port", String(port)],
      {
        cwd,
        env: { ...env, PLATFORM_ORIGIN: deployment.origin },
      },
    );
    running = [app];
    running.push(await startFront({ deployment: deployment.origin, app: app.origin }));
  }
  return { origin: running[1].origin, control: deployment.control };
}

const test = consumerBehaviour("Next", serve);

test("the server renders each user's own gates open, at once, and neither cookie nor token", async ({
  origin,
}) => {
  const signIn = async (name) => {
    const answer = await fetch(origin + LOGIN, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(credentialsOf(name)),
    });
    const { access_token: token } = await answer.json();
    return { token, cookie: answer.headers.get("set-cookie").split(";")[0] };
  };
  const [ada, grace] = [await signIn("ada"), await signIn("grace")];
  const pages = await Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      const { cookie } = index % 2 ? grace : ada;
      return (await fetch(`${origin}/reports`, { headers: { cookie } })).text();
    }),
  );
  pages.forEach((html, index) => {
    const [own, other] = index % 2 ? ["Grace Hopper", "Ada Lovelace"] : ["Ada Lovelace", "Grace Hopper"];
    assert.match(html, /Your chats\./);
    assert.ok(html.includes(own) && !html.includes(other));
    assert.match(html, index % 2 ? /<p>Reports of everybody\.<\/p>/ : /<p>For experts\.<\/p>/);
    for (const secret of [ada, grace].flatMap(({ token, cookie }) => [token, cookie]))
      assert.equal(html.includes(secret), false);
  });
  const nobody = await fetch(`${origin}/reports`, { redirect: "manual" });
  assert.deepEqual([nobody.status, nobody.headers.get("location")], [307, "/sign-in?from=/reports"]);
});

test("what the server rendered is hydrated without a mismatch, and without a second flash", async ({
  open,
  origin,
  context,
  watch,
}) => {
  const page = await open("/");
  await page.evaluate(
    ([path, credentials]) =>
      fetch(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(credentials),
      }).then(() => {}),
    [LOGIN, credentialsOf("ada")],
  );
  const reports = await context.newPage();
  await reports.goto(`${origin}/reports`);
  await reports.getByText("Your chats.").waitFor();
  await reports.waitForFunction(
    () => performance.getEntriesByName(`${location.origin}/api/auth/session`).length,
  );
  assert.equal(await reports.getByText("Your chats.").count(), 1);
  assert.deepEqual(await reports.evaluate(() => shown), ["Reports of Ada Lovelace", "Your chats."]);
  assert.deepEqual(
    watch.consoleLines.filter((line) => /hydrat|mismatch|#4\d\d/i.test(line)),
    [],
  );
});
