// The moments of a visit, from Chromium's trace events.

import { timelineOf, workBetween } from "./timeline.mjs";

const READ = /\/(api\/auth\/session|supabase\/user|oauth\/token)$/;
const NAMES = [
  [/\.html$/, () => "the document"],
  [READ, () => "the answer"],
  [/\.wasm$/, () => "the WebAssembly"],
  [/\.js$/, (url) => `\`${url.replace(/.*\//, "")}\``],
];
const MARKS = { known: "the session is known", gate: "**the first gate is open**", ready: "**`ready`**" };

/**
 * Returns the moments of a visit in order: `{ what, at, work, busy }`, in milliseconds. `work`: the main thread's work since the previous
 * moment, by kind; `busy`: all its work since the navigation.
 */
export function momentsOf(events) {
  const gate = events.find(({ name, cat }) => name === "gate" && cat.includes("user_timing"));
  const own = events.filter(({ pid }) => pid === gate.pid);
  const start = gate.ts - gate.args.data.startTime * 1000;
  const onMain = own.filter(({ tid, ph }) => tid === gate.tid && ph === "X");
  const pieces = timelineOf(onMain);
  const moments = [...requestMoments(own), ...scriptMoments(onMain, start), ...markMoments(own)]
    .map(({ what, ts }) => ({ what, ts, at: (ts - start) / 1000 }))
    .filter(({ at }) => at >= 0)
    .sort((left, right) => left.at - right.at);
  return moments.map(({ what, ts, at }, index) => {
    const before = moments[index - 1]?.ts ?? start;
    return {
      what,
      at,
      work: workBetween(pieces, before, ts),
      busy: sumOf(workBetween(pieces, start, ts)),
    };
  });
}

/** When each request is sent, and when its last byte arrives. */
function requestMoments(events) {
  const requests = new Map();
  for (const { name, ts, args } of events) {
    const { requestId, url, timing, finishTime } = args.data ?? {};
    const request = requests.get(requestId);
    if (name === "ResourceSendRequest") requests.set(requestId, { url, sent: ts });
    if (name === "ResourceReceiveResponse" && request && timing) {
      request.sent = timing.requestTime * 1e6 + timing.sendStart * 1e3;
    }
    if (name === "ResourceFinish" && request) request.ended = finishTime ? finishTime * 1e6 : ts;
  }
  return [...requests.values()].flatMap(({ url, sent, ended }) => {
    const name = NAMES.find(([addresses]) => addresses.test(url))?.[1](url);
    if (name === undefined || ended === undefined) return [];
    const requested = READ.test(url) ? "the session" : name;
    return [
      { what: `${requested} is asked for`, ts: sent },
      { what: `${name}: last byte`, ts: ended },
    ];
  });
}

function scriptMoments(events, start) {
  const after = events.filter(({ ts }) => ts >= start);
  const first = after.find(({ name }) => name === "v8.evaluateModule");
  const compiled = after.findLast(({ name }) => name === "wasm.AsyncCompile");
  const instantiated = after.findLast(({ name }) => name === "wasm.SyncInstantiate");
  return [
    ...(first ? [{ what: "the first line of a module runs", ts: first.ts }] : []),
    ...(compiled ? [{ what: "compiling the WebAssembly begins", ts: compiled.ts }] : []),
    ...(instantiated && compiled
      ? [{ what: "an instance of it", ts: instantiated.ts + instantiated.dur }]
      : []),
  ];
}

/** The page's marks; the first of each name counts. */
function markMoments(events) {
  const marks = events.filter(({ cat }) => cat.includes("user_timing"));
  return Object.entries(MARKS).flatMap(([name, what]) => {
    const mark = marks.find((event) => event.name === name);
    return mark ? [{ what, ts: mark.ts }] : [];
  });
}

const sumOf = (work) => Object.values(work).reduce((sum, ms) => sum + ms, 0);
