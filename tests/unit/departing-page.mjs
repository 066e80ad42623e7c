// The page of a session that goes with its sign-out unsent: its `fetch`, its tabs, and a module that comes when it is told to.

import { afterEach } from "node:test";
import { MESSAGES } from "../../pkg/entry/channel.js";
import { readSession } from "../../pkg/entry/first-read.js";
import { createLink } from "../../pkg/entry/link.js";
import { fakePage } from "./fake-page.mjs";

export const ORIGIN = "https://platform.invalid";
export const SIGNED_OUT = MESSAGES.indexOf("signed-out");
export const OVER = MESSAGES.indexOf("sign-out-over");

export let page;
fakePage(() => {
  page = {
    window: new EventTarget(),
    document: Object.assign(new EventTarget(), { hidden: false }),
    navigator: { onLine: true },
    signOuts: [],
    fetch: (url, init) =>
      new Promise((resolve, reject) => {
        if (`${url}`.endsWith("/logout")) page.signOuts.push({ url, init, resolve, reject });
      }),
    BroadcastChannel: class {
      static open = new Set();
      constructor(name) {
        this.name = name;
        page.BroadcastChannel.open.add(this);
      }
      postMessage(data) {
        for (const other of page.BroadcastChannel.open)
          if (other !== this && other.name === this.name) setTimeout(() => other.onmessage({ data }));
      }
      close() {
        page.BroadcastChannel.open.delete(this);
      }
    },
  };
  return page;
});

/** Whatever is on its way, the next test is not to hear of it. */
afterEach(async () => {
  for (const { resolve } of page.signOuts) resolve(Response.json({ success: true }));
  await soon();
});

/** Turns of the event loop, and not a time: on a busy machine a single timer may come before what it waits for. */
export const soon = async () => {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setTimeout(resolve, 1));
};
export const hide = (persisted) =>
  page.window.dispatchEvent(Object.assign(new Event("pagehide"), { persisted }));
export const show = () =>
  page.window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));

/** A session whose module comes when `come` is called. The engine notes what it is told. */
export function open(
  origin = ORIGIN,
  { tabs = true, timeoutMs = 10_000, fails = false, begins = () => {}, listens = () => {} } = {},
) {
  const told = [];
  /** What the session's side was told, by name. */
  const shown = [];
  let come;
  const begin = (host) => begins(Object.assign(told, { host }));
  const hear = (event) => {
    told.push(event);
    told.host.publish(null);
  };
  const engine = { begin, hear };
  const instance = { ...engine, memory: { buffer: new ArrayBuffer(1) } };
  const module = {
    loadInstance: () =>
      fails ? Promise.reject(new TypeError()) : new Promise((resolve) => (come = () => resolve(instance))),
    mayComeLater: () => !fails,
  };
  const face = {};
  for (const name of ["show", "hide", "starting", "started", "publish", "settle", "refuse", "closed"])
    face[name] = () => {
      shown.push(name);
      listens();
    };
  const settings = { origin, tabs, timeoutMs };
  const link = createLink(settings, readSession(settings), module, face);
  link.open(undefined);
  const call = (id, kind) => link.call({ id, kind, begin: (_, as) => told.push(as) });
  return { link, told, shown, call, come: () => come() };
}

/** From here on, the page's own `fetch` closes this session. */
export function closesAtFetch({ link }) {
  const value = (...request) => {
    link.close();
    return page.fetch(...request);
  };
  Object.defineProperty(globalThis, "fetch", { value, configurable: true });
}

/** What another tab hears from here on. It says this first. */
export function hearing(...says) {
  const heard = [];
  const channel = new BroadcastChannel(`platform-session:${ORIGIN}`);
  channel.onmessage = ({ data }) => heard.push(data);
  for (const message of says) channel.postMessage(message);
  return heard;
}

/** A session that was closed as its sign-out waited for the module; this one is on its way now. */
export function closed(origin, options) {
  const { link, call } = open(origin, options);
  call(1, "logout");
  link.close();
  return page.signOuts.at(-1);
}
