// Sentry, set up as docs/error-reporting.md says: the events that the page sends.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { once } from "../adapters/support/bundle.mjs";
import { ACCOUNTS, PASSWORD } from "../e2e/support/accounts.mjs";
import { AGENTS, LOGIN, ROLES, SESSION } from "../e2e/support/identity-api.mjs";
import { scenario, test } from "../e2e/support/scenario.mjs";
import { until } from "../e2e/support/until.mjs";
import { command } from "./support/command.mjs";
import { installConsumers } from "./support/install.mjs";
import { examples } from "./support/places.mjs";
import { policyWith, servedUnder } from "./support/policy.mjs";

const REPORTER = "http://errors.localhost";
const POLICY = policyWith().replace("connect-src 'self'", `connect-src 'self' ${REPORTER}`);
const FOLDER = `${examples}error-reporting/`;
const UNDER_WAY_MS = 3_000;
const DROPPED = { times: 100, drop: "before-headers" };
const SUPERSEDED = /SessionError: superseded/;
const UNAUTHENTICATED = /SessionError: unauthenticated/;
const REFUSED = /ResponseError: HTTP/;

const site = once(async () => {
  await installConsumers();
  await command("npx", ["--no-install", "vite", "build", "--logLevel", "warn"], {
    cwd: FOLDER,
    env: { VITE_SENTRY_DSN: `${REPORTER.replace("//", "//public@")}/1` },
  });
  return `${FOLDER}dist/`;
});

/**
 * Returns a scenario on the page with the path `address`. `run` gets the page, `open()`, the `envelopes` that the page sends, and `sent(count)`,
 * which waits for that many events.
 */
const reporting =
  (run, { address = "/" } = {}) =>
  async ({ context, watch, another }) => {
    const deployment = await another(await site(), ["--bearer", "strict"]);
    await servedUnder(POLICY, deployment, async ({ origin }) => {
      const envelopes = [];
      await context.route(`${REPORTER}/**`, (route) => {
        envelopes.push(route.request().postDataBuffer().toString());
        return route.fulfill({ json: {}, headers: { "access-control-allow-origin": "*" } });
      });
      const page = await context.newPage();
      const events = () => envelopes.flatMap(eventsOf);
      const sent = async (count) => {
        await until(`event ${count}`, () => events().length >= count);
        return events();
      };
      await run({
        page,
        control: deployment.control,
        watch,
        envelopes,
        sent,
        open: () => page.goto(origin + address),
      });
    });
  };

/** Returns the events of an envelope, which is lines of JSON: its header, and for each item a header and the item. */
function eventsOf(envelope) {
  const lines = envelope.split("\n").map((line) => JSON.parse(line));
  return lines.filter((_, index) => index > 0 && lines[index - 1].type === "event");
}

/** Returns the package's error among the exceptions of an event, of which others may be its causes. */
const failureOf = ({ exception }) =>
  exception.values.find(({ type }) => /^(Session|Response)Error$/.test(type));
/** Returns the innermost frame of the stack, which Sentry lists last. */
const topOf = (event) => failureOf(event).stacktrace.frames.at(-1);

/** Returns the source file and the line of a frame, by the source map of the build. */
function lineOf({ filename, lineno, colno }) {
  const name = new URL(filename).pathname;
  const map = new SourceMap(JSON.parse(readFileSync(`${FOLDER}dist${name}.map`, "utf8")));
  const { originalSource, originalLine } = map.findEntry(lineno - 1, colno - 1);
  const path = new URL(originalSource, `file://${FOLDER}dist${name}`).pathname;
  return { path, text: readFileSync(path, "utf8").split("\n")[originalLine].trim() };
}

async function signIn(page, password = PASSWORD) {
  await page.getByLabel("Email").fill(ACCOUNTS.ada.email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

const click = (page, name) => page.getByRole("button", { name }).click();

test(
  "two uncaught failures are reported with the application's own functions on top of the stack, so that they form two groups",
  scenario(
    { expects: [/SessionError: network/, /Failed to load resource/] },
    reporting(async ({ page, control, open, sent }) => {
      await open();
      await signIn(page);
      await page.getByText("Ada Lovelace").waitFor();
      await control.faults(
        { method: "GET", path: ROLES, ...DROPPED },
        { method: "GET", path: AGENTS, ...DROPPED },
      );
      await click(page, "Load the roles");
      await sent(1);
      await click(page, "Load the agents");
      const [roles, agents] = await sent(2);
      assert.deepEqual(
        [roles, agents].map(({ tags }) => tags),
        ["roles", "fetch"].map((call) => ({ code: "network", call, status: null, retryable: true })),
      );
      const lines = [roles, agents].map((event) => lineOf(topOf(event)));
      for (const { path } of lines) assert.equal(path, `${FOLDER}main.ts`);
      assert.match(lines[0].text, /await session\.roles\(\)/);
      assert.match(lines[1].text, /await session\.fetch\(/);
      for (const event of [roles, agents])
        for (const frame of failureOf(event).stacktrace.frames) {
          assert.equal(frame.in_app, true);
          assert.doesNotMatch(lineOf(frame).path, /platform-session/);
        }
    }),
  ),
);

test(
  "expected errors are not reported: a call that a sign-out supersedes, and a wrong password",
  scenario(
    { expects: [SUPERSEDED, /SessionError: network/, /Failed to load resource/] },
    reporting(async ({ page, control, watch, open, sent }) => {
      await open();
      await signIn(page, "wrong");
      await page.getByText("Wrong email address or password.").waitFor();
      await signIn(page);
      await page.getByText("Ada Lovelace").waitFor();
      await control.faults(
        { method: "GET", path: ROLES, times: 1, delay_ms: UNDER_WAY_MS },
        { method: "GET", path: AGENTS, ...DROPPED },
      );
      await click(page, "Load the roles");
      await until("the request", async () => (await control.requests("GET", ROLES)).length === 1);
      await click(page, "Sign out");
      await until("the rejection", () => watch.uncaught.some((line) => SUPERSEDED.test(line)));
      // A later failure is reported, and is the only event.
      await click(page, "Load the agents");
      const events = await sent(1);
      assert.deepEqual(
        events.map(({ tags }) => tags.call),
        ["fetch"],
      );
    }),
  ),
);

test(
  "an answer 403 is reported with its status, and a 401 is not",
  scenario(
    { expects: [REFUSED, UNAUTHENTICATED, /Failed to load resource/] },
    reporting(async ({ page, control, watch, envelopes, open, sent }) => {
      await open();
      await signIn(page);
      await page.getByText("Ada Lovelace").waitFor();
      await control.faults(
        { method: "GET", path: AGENTS, times: 100, status: 401 },
        { method: "GET", path: ROLES, times: 100, status: 401 },
      );
      const isRejected = (rejection) =>
        until("the rejection", () => watch.uncaught.some((line) => rejection.test(line)));
      // The token of the sign-in is dropped, and the request repeated once without it.
      await click(page, "Load the agents");
      await isRejected(/ResponseError: HTTP 401/);
      // Without a token the dialog opens.
      await click(page, "Load the roles");
      await click(page, "Not now");
      await isRejected(UNAUTHENTICATED);
      await control.clearFaults();
      await control.faults({ method: "GET", path: AGENTS, times: 1, status: 403 });
      await click(page, "Load the agents");
      const [event, ...others] = await sent(1);
      assert.deepEqual(others, []);
      assert.deepEqual(event.tags, { status: 403, retryable: false });
      assert.deepEqual(
        event.exception.values.map(({ type, value }) => [type, value]),
        [["ResponseError", "HTTP 403"]],
      );
      const { path, text } = lineOf(topOf(event));
      assert.equal(path, `${FOLDER}main.ts`);
      assert.match(text, /orThrow\(await session\.fetch\(/);
      assert.ok(!envelopes.join("\n").includes(AGENTS));
    }),
  ),
);

test(
  "a failed read, a refused sign-in and a failed call are reported without address, email, password and token",
  scenario(
    { expects: [/SessionError/, /Failed to load resource/] },
    reporting(
      async ({ page, control, watch, envelopes, open, sent }) => {
        await control.faults({ method: "GET", path: SESSION, times: 2, status: 503 });
        await open();
        const [read] = await sent(1);
        assert.deepEqual(read.tags, { code: "server-error", call: "read", status: 503, retryable: true });
        assert.deepEqual(read.fingerprint, ["revalidation-failed", "server-error"]);
        await control.faults({ method: "POST", path: LOGIN, times: 1, status: 500 });
        await signIn(page);
        const [, login] = await sent(2);
        assert.deepEqual(login.tags, { code: "server-error", call: "login", status: 500, retryable: true });
        assert.equal(login.exception.values.length, 1);
        await signIn(page);
        await page.getByText("Ada Lovelace").waitFor();
        await control.faults({ method: "GET", path: AGENTS, ...DROPPED });
        await click(page, "Load the agents");
        await sent(3);

        const wire = envelopes.join("\n");
        const hidden = [
          ...(await watch.secrets()),
          ACCOUNTS.ada.email,
          "Ada Lovelace",
          "customer=42",
          "figures",
        ];
        for (const text of [...hidden, "Authorization", AGENTS, LOGIN, "Failed to fetch ("])
          assert.ok(!wire.includes(text), text);
        for (const event of await sent(3)) {
          assert.deepEqual(
            ["request", "user", "breadcrumbs"].filter((name) => event[name] !== undefined),
            [],
          );
        }
      },
      { address: "/?customer=42#figures" },
    ),
  ),
);
