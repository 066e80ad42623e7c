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

const VITE = `${consumers}node_modules/vite/bin/vite.js`;
const cwd = `${consumers}svelte`;

const build = once(async () => {
  await installConsumers();
  await command(process.execPath, [VITE, "build", "--logLevel", "warn"], { cwd });
});

/** SvelteKit's own server, and one address in front of it and of the deployment. */
let running;
after(async () => {
  await Promise.all((running ?? []).map(({ stop }) => stop()));
});

async function serve(another) {
  await build();
  const deployment = await another("bare", ["--bearer", "cookie"]);
  if (!running) {
    const app = await startServer(
      (port) => [VITE, "preview", "--host", "127.0.0.1", "--strictPort", "--port", String(port)],
      { cwd, env: { PLATFORM_ORIGIN: deployment.origin } },
    );
    running = [app];
    running.push(await startFront({ deployment: deployment.origin, app: app.origin }));
  }
  return { origin: running[1].origin, control: deployment.control };
}

const test = consumerBehaviour("SvelteKit", serve);

test("the server renders each user's own gates open, and neither cookie nor token", async ({ origin }) => {
  const signIn = async (name) => {
    const answer = await fetch(origin + LOGIN, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(credentialsOf(name)),
    });
    return answer.headers.get("set-cookie").split(";")[0];
  };
  const cookies = [await signIn("ada"), await signIn("grace")];
  const pages = await Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      const answer = await fetch(`${origin}/reports`, { headers: { cookie: cookies[index % 2] } });
      assert.equal(answer.headers.get("cache-control"), "private, no-store");
      return answer.text();
    }),
  );
  pages.forEach((html, index) => {
    const [own, other] = index % 2 ? ["Grace Hopper", "Ada Lovelace"] : ["Ada Lovelace", "Grace Hopper"];
    assert.match(html, /<p>Your chats\.<\/p>/);
    assert.ok(html.includes(own) && !html.includes(other));
    assert.match(html, index % 2 ? /<p>Reports of everybody\.<\/p>/ : /<p>For experts\.<\/p>/);
    for (const cookie of cookies) assert.equal(html.includes(cookie.split("=")[1]), false);
  });
  const nobody = await fetch(`${origin}/reports`, { redirect: "manual" });
  assert.deepEqual([nobody.status, nobody.headers.get("location")], [307, "/sign-in?from=%2Freports"]);
});
