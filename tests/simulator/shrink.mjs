// Shrinks a failing schedule: takes the shortest beginning that fails, and leaves out each action that the failure does not need.

import { plan } from "./schedule.mjs";

/** Returns the failure of a seed, with the fewest actions found to cause it. `isAllowed` says which actions may be among them. */
export async function shrink(stage, seed, isAllowed = () => true) {
  const planned = plan(seed);
  const whole = { ...planned, actions: planned.actions.filter(isAllowed) };
  const fails = async (actions) => {
    const { violation } = await stage.run({ ...whole, actions });
    return violation?.rule === first.violation.rule;
  };
  const first = await stage.run(whole);
  if (!first.violation) throw new Error(`seed ${seed} fails only at times`);
  let actions = whole.actions.slice(0, first.begun);
  if (!(await fails(actions))) actions = whole.actions;
  for (let index = actions.length - 1; index >= 0; index--) {
    const without = actions.toSpliced(index, 1);
    if (await fails(without)) actions = without;
  }
  const { violation, trace } = await stage.run({ ...whole, actions }, { record: true });
  return {
    seed,
    rule: violation.rule,
    message: violation.message,
    actions: actions.map(({ kind }) => kind),
    trace,
  };
}
