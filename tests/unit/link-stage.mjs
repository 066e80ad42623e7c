// The page of a link. Its module comes, or fails, when the test says so.

import { afterEach } from "node:test";
import { ABORT, HAPPENINGS } from "../../pkg/entry/boundary.js";
import { sendFirstRead } from "../../pkg/entry/first-read.js";
import { readHandedOver } from "../../pkg/entry/initial.js";
import { createLink } from "../../pkg/entry/link.js";
import { fakePage } from "./fake-page.mjs";

/** How many pages there were. Each has a deployment of its own: the module remembers the deployments that a user has signed out of. */
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
    said: [],
    postMessage: (data) => channel.said.push(data),
    close: () => channel.said.push("closed"),
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
  await soon();
});

export const soon = (ms = 10) => new Promise((resolve) => setTimeout(resolve, ms));
/** Dispatches an event of the page. */
export const turn = (type, persisted = true) =>
  page.window.dispatchEvent(Object.assign(new Event(type), { persisted }));
/** The names of sign-outs that messages tell of. */
export const numbersOf = (messages) => messages.map((message) => /\d+/.exec(message)[0]);
/** Delivers a message of another tab. */
export const say = (data) => page.channel.onmessage({ data });
/** Throws what an engine throws that traps. */
export const trap = () => {
  throw new WebAssembly.RuntimeError("unreachable");
};

/** What the engine was called with, by its name. */
const nameOf = (call, first) => {
  if (call === "handleEvent") return HAPPENINGS[first];
  return call === "ask" && first === ABORT ? "abort" : first;
};

/** A link with a module that comes, or fails, when it is told to. `calls`: what the engine was called with; an age comes last. */
export function stage(
  initial,
  mayComeLater = true,
  answer = undefined,
  origin = `https://page${++pages}.invalid`,
) {
  const [loads, calls, shown, callbacks] = [[], [], [], {}];
  const engine = { memory: { buffer: new ArrayBuffer(1) } };
  for (const name of ["begin", "run", "handleEvent", "answered", "lost", "signOut"])
    engine[name] = (first, ...rest) => calls.push([name, nameOf(name, first), ...rest]);
  engine.ask = (call, kind, ...rest) => calls.push(["ask", nameOf("ask", kind), call, ...rest]);
  for (const name of ["show", "publish", "started", "failed", "over", "settle", "refuse", "trace"])
    callbacks[name] = (...parts) => shown.push([name, ...parts]);
  const module = {
    loadInstance: () =>
      new Promise((resolve, reject) =>
        loads.push({ come: () => resolve(engine), fail: () => reject(new TypeError()) }),
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
    /** What the engine was called with, without ages, the host and the page. */
    engineCalls: () =>
      calls.map(([name, ...parts]) =>
        /begin|run|answered/.test(name) ? name : [name, ...parts.slice(0, -1)].join(" "),
      ),
    publications: () => shown.flatMap(([name, publication]) => (name === "show" ? [publication] : [])),
    users: () =>
      shown.flatMap(([name, publication]) =>
        name === "show" ? [publication.user?.id ?? publication.status] : [],
      ),
    refused: () => shown.flatMap(([name, id, error]) => (name === "refuse" ? [`${id} ${error.code}`] : [])),
    named: (which) => shown.filter(([name]) => name === which).map(([, ...parts]) => parts),
    come: () => loads.at(-1).come() ?? soon(),
    fail: () =>
      soon(0)
        .then(() => loads.at(-1).fail())
        .then(soon),
    loads,
  };
}
