// A page with a link. Its module loads, or fails to load, when the test says so.

import { afterEach } from "node:test";
import { ABORT, HAPPENINGS } from "../../pkg/entry/boundary.js";
import { sendFirstRead } from "../../pkg/entry/first-read.js";
import { readHandedOver } from "../../pkg/entry/initial.js";
import { createLink } from "../../pkg/entry/link.js";
import { fakePage } from "./fake-page.mjs";

/** The number of pages so far. Each page has its own deployment: `sign-outs.ts` remembers where a user has signed out. */
let pages = 0;
export const ADA = 1;
export const GRACE = 2;
export const bodyOf = (id) => ({
  authenticated: true,
  user: { id, email: "e", name: "n", userType: "default", permissions: {} },
});
export const initialOf = (id) => readHandedOver(bodyOf(id));
export const SIGNED_OUT = { status: "unauthenticated", reason: "signed-out" };

export let page;
const links = [];
fakePage(() => {
  const channel = {
    posted: [],
    postMessage: (data) => channel.posted.push(data),
    close: () => channel.posted.push("closed"),
  };
  page = {
    reads: [],
    signOuts: [],
    channel,
    window: new EventTarget(),
    document: Object.assign(new EventTarget(), { hidden: false }),
    navigator: { onLine: true },
    fetch: (url, init) =>
      page.answer ??
      new Promise((resolve, reject) => {
        const isRead = url.endsWith("/session");
        const answer = (body) => resolve(Response.json(body));
        (isRead ? page.reads : page.signOuts).push({ init, answer, reject });
      }),
    BroadcastChannel: function BroadcastChannel() {
      return channel;
    },
  };
  return page;
});
afterEach(async () => {
  for (const link of links.splice(0)) link.close();
  for (const { answer } of page.signOuts) answer({ success: true });
  await wait();
});

export const wait = (ms = 10) => new Promise((resolve) => setTimeout(resolve, ms));
/** Dispatches an event of the window. */
export const dispatch = (type, persisted = true) =>
  page.window.dispatchEvent(Object.assign(new Event(type), { persisted }));
/** Returns the numbers in these messages: the names of their sign-outs. */
export const numbersOf = (messages) => messages.map((message) => /\d+/.exec(message)[0]);
/** Delivers a message of another tab. */
export const receive = (data) => page.channel.onmessage({ data });
/** Throws the error of an engine that traps. */
export const trap = () => {
  throw new WebAssembly.RuntimeError("unreachable");
};

/** Returns the name for the first argument of a call of the engine. */
const nameOf = (call, first) => {
  if (call === "handleEvent") return HAPPENINGS[first];
  return call === "ask" && first === ABORT ? "abort" : first;
};

/**
 * Returns a link, with functions that have its module load or fail. `mayComeLater`: whether a failed module may load at a later try. `answer`: the
 * promise of the answer to the first read, if not the test's. `calls`: the calls of the engine; the last argument of most is an age.
 */
export function stage(
  initial,
  mayComeLater = true,
  answer = undefined,
  origin = `https://page${++pages}.invalid`,
) {
  const [loads, calls, callbackCalls, callbacks] = [[], [], [], {}];
  const engine = { memory: { buffer: new ArrayBuffer(1) } };
  for (const name of ["begin", "run", "handleEvent", "answered", "lost", "signOut"])
    engine[name] = (first, ...rest) => calls.push([name, nameOf(name, first), ...rest]);
  engine.ask = (call, kind, ...rest) => calls.push(["ask", nameOf("ask", kind), call, ...rest]);
  for (const name of ["publish", "failed", "over", "settle", "trace"])
    callbacks[name] = (...parts) => callbackCalls.push([name, ...parts]);
  const module = {
    loadInstance: () =>
      new Promise((resolve, reject) =>
        loads.push({ load: () => resolve(engine), fail: () => reject(new TypeError()) }),
      ),
    mayComeLater: () => mayComeLater,
  };
  const settings = { origin, tabs: true, timeoutMs: 10_000 };
  page.answer = answer;
  const link = createLink(settings, sendFirstRead(settings), module, callbacks);
  links.push(link);
  link.open(initial);
  const call = (id, kind) =>
    link.call({ id, kind, begin: kind === "logout" ? ["signOut"] : ["ask", kind, false] });
  return {
    link,
    origin,
    calls,
    call,
    callbacks,
    engine,
    /** The calls of the engine as texts, without ages, the host and the page. */
    engineCalls: () =>
      calls.map(([name, ...parts]) =>
        /begin|run|answered/.test(name) ? name : [name, ...parts.slice(0, -1)].join(" "),
      ),
    publications: () =>
      callbackCalls.flatMap(([name, publication]) => (name === "publish" ? [publication] : [])),
    /** Of each publication the user, or the status where no user is shown. */
    users: () =>
      callbackCalls.flatMap(([name, publication]) =>
        name === "publish" ? [publication.user?.id ?? publication.status] : [],
      ),
    /** The calls that were rejected, each with its code. */
    refused: () =>
      callbackCalls.flatMap(([name, id, error]) =>
        name === "settle" && error ? [`${id} ${error.code}`] : [],
      ),
    /** The arguments of each call of this callback. */
    callsOf: (callback) => callbackCalls.filter(([name]) => name === callback).map(([, ...parts]) => parts),
    load: () => loads.at(-1).load() ?? wait(),
    failToLoad: () =>
      wait(0)
        .then(() => loads.at(-1).fail())
        .then(wait),
    loads,
  };
}
