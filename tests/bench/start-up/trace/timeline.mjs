// Splits the time of the main thread into pieces, each of the kind of its innermost trace event.

const KINDS = [
  ["WebAssembly", /^wasm\./],
  ["compiling scripts", /^(v8\.compile|V8\.Compile|v8\.produceCache)/],
  ["scripts", /^(EvaluateScript|v8\.evaluateModule|FunctionCall|RunMicrotasks|TimerFire|V8\.)/],
  ["HTML", /^ParseHTML$/],
  ["the rest", /^RunTask$/],
];

/** Returns the pieces in order: `{ from, to, kind }`, in microseconds. `events`: the complete events of one thread. */
export function timelineOf(events) {
  const works = events
    .map(({ name, ts, dur }) => ({ kind: kindOf(name), from: ts, to: ts + dur }))
    .filter(({ kind, from, to }) => kind !== undefined && to > from)
    .sort((left, right) => left.from - right.from || right.to - left.to);
  const pieces = [];
  const open = [];
  let at = 0;
  const advance = (until) => {
    while (open.length > 0 && at < until) {
      const { kind, to } = open.at(-1);
      if (to > at) pieces.push({ from: at, to: Math.min(to, until), kind });
      at = Math.max(at, Math.min(to, until));
      if (to <= at) open.pop();
    }
    at = Math.max(at, until);
  };
  for (const work of works) {
    advance(work.from);
    open.push(work);
  }
  advance(Number.POSITIVE_INFINITY);
  return pieces;
}

/** Returns the milliseconds of each kind between two times. */
export function workBetween(pieces, from, to) {
  const sums = {};
  for (const piece of pieces) {
    const ms = (Math.min(piece.to, to) - Math.max(piece.from, from)) / 1000;
    if (ms > 0) sums[piece.kind] = (sums[piece.kind] ?? 0) + ms;
  }
  return sums;
}

const kindOf = (name) => KINDS.find(([, names]) => names.test(name))?.[0];
