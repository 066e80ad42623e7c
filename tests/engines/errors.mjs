// What the errors of a session's calls say of their caller.

import assert from "node:assert/strict";
import { signIn } from "../e2e/support/bare-page.mjs";
import { AGENTS, ROLES } from "../e2e/support/identity-api.mjs";

export function errors(scenario) {
  scenario("the stack of a call's error begins in the function that made the call", async (given) => {
    const { control, open } = given;
    const page = await open();
    await signIn(page, "ada");
    const dropped = { method: "GET", times: 10, drop: "before-headers" };
    await control.faults({ ...dropped, path: AGENTS }, { ...dropped, path: ROLES });
    const stacks = await page.evaluate(async (path) => {
      // Async, as applications are: a rejection arrives long after its caller has left the stack.
      async function loadsAgents() {
        await session.fetch(path);
      }
      async function loadsRoles() {
        await session.roles();
      }
      const stackOf = (call) =>
        call().then(
          () => "it resolved",
          ({ code, stack }) => [code, stack],
        );
      return [await stackOf(loadsAgents), await stackOf(loadsRoles)];
    }, AGENTS);
    assert.deepEqual(
      stacks.map(([code]) => code),
      ["network", "network"],
    );
    const tops = stacks.map(([, stack]) => firstFrame(stack));
    assert.match(tops[0], /loadsAgents/);
    assert.match(tops[1], /loadsRoles/);
  });
}

/** V8 puts the error's own text above the frames. */
const firstFrame = (stack) => stack.split("\n").find((line) => !line.startsWith("SessionError"));
