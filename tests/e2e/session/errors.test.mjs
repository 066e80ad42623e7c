import assert from "node:assert/strict";
import { credentialsOf } from "../support/accounts.mjs";
import { known, login, openBare, snapshotOf } from "../support/bare-page.mjs";
import { LOGIN } from "../support/identity-api.mjs";
import { stage } from "../support/stage.mjs";

const { scenario } = stage();

const session = (code, status, retryable, retryAfterMs = null) => ({
  name: "SessionError",
  code,
  status,
  retryable,
  retryAfterMs,
});

const SIGN_IN_FAILURES = {
  "429 with Retry-After": [
    { status: 429, headers: { "retry-after": "7" } },
    session("rate-limited", 429, true, 7_000),
  ],
  "429 without": [{ status: 429 }, session("rate-limited", 429, true)],
  "503 with Retry-After": [
    { status: 503, headers: { "retry-after": "0" } },
    session("server-error", 503, true, 0),
  ],
  500: [{ status: 500 }, session("server-error", 500, true)],
  "a lost connection": [{ drop: "before-headers" }, session("network", null, true)],
  "no answer in time": [{ drop: "hang" }, session("timeout", null, true)],
};

for (const [what, [fault, error]] of Object.entries(SIGN_IN_FAILURES)) {
  scenario(
    `a sign-in that meets ${what} is told so, and is not tried again`,
    async ({ context, deployment, control }) => {
      const page = await openBare(context, deployment, {
        options: fault.drop === "hang" ? { timeoutMs: 500 } : {},
      });
      await known(page);
      await control.clearLog();
      await control.faults({ method: "POST", path: LOGIN, times: 50, ...fault });
      let sent = 0;
      page.on("request", (request) => {
        if (new URL(request.url()).pathname === LOGIN) sent += 1;
      });
      assert.deepEqual(await login(page, credentialsOf("ada")), { error });
      assert.equal(sent, 1);
      const { user, features } = await snapshotOf(page);
      assert.deepEqual([user, features], [null, {}]);
    },
  );
}

scenario("an error is an Error, and is known by any copy of the package", async ({ context, deployment }) => {
  const page = await openBare(context, deployment);
  await known(page);
  const found = await page.evaluate(async () => {
    const error = await session.login({ email: "", password: "" }).catch((reason) => reason);
    const copy = await import("./pkg/index.js?another-copy");
    const { SessionError, isSessionError } = bare.platformSession;
    const strangers = [
      null,
      undefined,
      "closed",
      {},
      new Error("closed"),
      { code: "closed" },
      Object.assign(new Error(), { code: "closed" }),
    ];
    return {
      kinds: [error instanceof Error, error instanceof SessionError, error.name, error.code],
      known: [isSessionError(error), copy.isSessionError(error)],
      another: copy.createSession !== bare.platformSession.createSession,
      strangers: strangers.filter((each) => isSessionError(each)).length,
      speaks: error.message.length > 0,
    };
  });
  assert.deepEqual(found, {
    kinds: [true, true, "SessionError", "missing-credentials"],
    known: [true, true],
    another: true,
    strangers: 0,
    speaks: true,
  });
});
