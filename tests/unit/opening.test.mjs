import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { begin, INERT, step } from "../../pkg/entry/opening.js";
import { SLIPS } from "./opening-slips.mjs";
import { beginWorld, events, happen, LIMITS, NOBODY, SOMEBODY } from "./opening-world.mjs";

/** Every order of events, the shortest first in all worlds: how many situations there are, and by which states they went. */
function explore(worlds, act = step) {
  const names = new Set();
  const seen = new Map(worlds.map((limits) => [limits, new Set()]));
  let level = worlds.flatMap((limits) =>
    [undefined, SOMEBODY, NOBODY].map((initial) => {
      const [state, effects] = begin({ initial, online: true });
      return { limits, state, world: beginWorld([{ do: "read" }, ...effects], initial), path: null };
    }),
  );
  while (level.length > 0) {
    const next = [];
    for (const { limits, ...node } of level) {
      names.add(node.state.is);
      for (const event of events(node.world, limits)) {
        try {
          const [state, effects] = act(node.state, event);
          const world = happen(node.world, event, effects);
          const key = JSON.stringify([state, world]);
          if (seen.get(limits).has(key)) continue;
          seen.get(limits).add(key);
          const found = { limits, state, world, path: { event, before: node.path } };
          assertSettles(found, act);
          next.push(found);
        } catch (error) {
          error.stack += `\nafter ${JSON.stringify(trace({ event, before: node.path }))}`;
          throw error;
        }
      }
    }
    level = next;
  }
  const situations = [...seen.values()].reduce((sum, { size }) => sum + size, 0);
  return { situations, names };
}

function trace(path) {
  const events = [];
  for (let at = path; at; at = at.before) events.unshift(at.event);
  return events;
}

/** The world answers: the page is here and online, time passes, and the module comes. */
function assertSettles(found, act) {
  let { state, world } = found;
  for (let turn = 0; turn < 6; turn++) {
    if (world.engine || world.closed || world.final || world.gone) return;
    let event = { type: "due" };
    if (!world.here) event = { type: "heard", name: "restored" };
    else if (!world.online) event = { type: "heard", name: "online" };
    else if (world.loading) event = { type: "loaded", attempt: world.attempt };
    else if (!world.timer) break;
    const [next, effects] = act(state, event);
    world = happen(world, event, effects);
    state = next;
  }
  assert.fail(`it never comes to run: ${JSON.stringify(state)}`);
}

describe("The page before its module", () => {
  it("keeps every rule in every order of events, and reaches every state", () => {
    const { situations, names } = explore(LIMITS);
    assert.ok(situations > 10_000, `${situations} situations`);
    assert.deepEqual([...names].sort(), ["away", "barred", "closed", "opening", "running", "waiting"]);
  });

  for (const [name, act] of Object.entries(SLIPS)) {
    it(`is seen to break a rule where it ${name}`, () => {
      assert.throws(() => explore(LIMITS, act), assert.AssertionError);
    });
  }

  it("refuses every call where there is none", () => {
    const call = { id: 1, kind: "other" };
    assert.deepEqual(step(INERT, { type: "called", call }), [
      INERT,
      [{ do: "refuse", call, code: "closed" }],
    ]);
    assert.deepEqual(step(INERT, { type: "closed" }), [
      { is: "closed" },
      [{ do: "close", pending: undefined }],
    ]);
  });

  it("keeps few messages, however many other tabs say", () => {
    let [state] = begin({ initial: undefined, online: true });
    const messages = ["changed", "signed-in", "signed-out", "changed", "sign-out-over", "signed-in"];
    for (let turn = 0; turn < 100; turn++) {
      for (const name of messages) [state] = step(state, { type: "heard", name });
    }
    assert.deepEqual(state.messages, ["changed", "signed-in"]);
  });
});
