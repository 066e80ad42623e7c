// The errors of a session's calls: call, cause, and a stack that begins in the caller.

import assert from "node:assert/strict";
import { signIn } from "../e2e/support/bare-page.mjs";
import { AGENTS, ROLES } from "../e2e/support/identity-api.mjs";

export function errors(scenario) {
  scenario(
    "a failed call is named in its error, whose cause is the browser's, and whose stack begins in the calling function",
    async ({ control, open }) => {
      const page = await open();
      await signIn(page, "ada");
      const dropped = { method: "GET", times: 20, drop: "before-headers" };
      await control.faults({ ...dropped, path: AGENTS }, { ...dropped, path: ROLES });
      const failures = await page.evaluate(async (path) => {
        // Async, as applications are: a rejection arrives long after its caller has left the stack.
        async function loadsAgents() {
          await session.fetch(path);
        }
        async function loadsForItsIdentity() {
          await session.identity.fetch(path);
        }
        async function loadsRoles() {
          await session.roles();
        }
        const failures = [];
        for (const load of [loadsAgents, loadsForItsIdentity, loadsRoles])
          await load().catch(({ code, call, expected, cause, stack }) =>
            failures.push([load.name, stack, code, call, expected, cause?.constructor.name]),
          );
        return failures;
      }, AGENTS);
      assert.deepEqual(
        failures.map(([, , ...facts]) => facts),
        ["fetch", "fetch", "roles"].map((call) => ["network", call, false, "TypeError"]),
      );
      for (const [name, stack] of failures) assert.match(firstFrame(stack), new RegExp(name));
    },
  );
}

/** Returns the first frame of a stack. V8 puts the error's own text above the frames. */
const firstFrame = (stack) => stack.split("\n").find((line) => !line.startsWith("SessionError"));
