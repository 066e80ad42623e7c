import { BUFFERS, HEAP, WASM } from "./hunt.mjs";
import { answering } from "./identity-api.mjs";

/**
 * The places that a secret may be left in, a row for each: what it is, what leaves a canary there, and the places that a hunt must
 * then name. `plant(canary)` runs in the page; `arrange(control, canary)` before it, in the test.
 */
export const PLANTS = [
  ["a global variable", [HEAP], (canary) => globalThis.kept.push(canary)],
  [
    "the end of a long text",
    [HEAP],
    (canary) => globalThis.kept.push(JSON.parse(`"${"x".repeat(50_000)}${canary}"`)),
  ],
  ["a rope of two halves", [HEAP], (canary) => globalThis.kept.push(canary.slice(0, 24) + canary.slice(24))],
  ["a text beyond Latin-1", [HEAP], (canary) => globalThis.kept.push(JSON.parse(`"€${canary}"`))],
  ["the name of a property", [HEAP], (canary) => globalThis.kept.push({ [canary]: 1 })],
  ["what a function remembers", [HEAP], (canary) => globalThis.kept.push(() => canary)],
  [
    "what a promise waits to do",
    [HEAP],
    (canary) => {
      globalThis.never.then(() => canary);
    },
  ],
  [
    "WebAssembly memory, as UTF-8",
    [WASM],
    (canary) => {
      const memory = new WebAssembly.Memory({ initial: 3 });
      new TextEncoder().encodeInto(canary, new Uint8Array(memory.buffer, 70_001));
      globalThis.kept.push(memory);
    },
  ],
  [
    "WebAssembly memory, as UTF-16",
    [WASM],
    (canary) => {
      const memory = new WebAssembly.Memory({ initial: 1 });
      const units = new Uint16Array(memory.buffer, 5_000);
      for (let at = 0; at < canary.length; at += 1) units[at] = canary.charCodeAt(at);
      globalThis.kept.push(memory);
    },
  ],
  [
    "freed WebAssembly memory with overwritten ends",
    [WASM],
    (canary) => {
      const memory = new WebAssembly.Memory({ initial: 1 });
      const bytes = new Uint8Array(memory.buffer, 9_000, canary.length);
      new TextEncoder().encodeInto(canary, bytes);
      bytes.fill(0, 0, 8);
      bytes.fill(0, -8);
      globalThis.kept.push(memory);
    },
  ],
  ["an ArrayBuffer", [BUFFERS], (canary) => globalThis.kept.push(new TextEncoder().encode(canary).buffer)],
  [
    "localStorage",
    ["localStorage"],
    (canary) => localStorage.setItem(`planted ${localStorage.length}`, canary),
  ],
  ["a key of localStorage", ["localStorage"], (canary) => localStorage.setItem(canary, "")],
  [
    "localStorage, in base64",
    ["localStorage"],
    (canary) => localStorage.setItem(`b ${localStorage.length}`, btoa(`:${canary}`)),
  ],
  [
    "sessionStorage",
    ["sessionStorage"],
    (canary) => sessionStorage.setItem(`planted ${sessionStorage.length}`, canary),
  ],
  [
    "a value in IndexedDB",
    ["IndexedDB"],
    (canary) => {
      const request = indexedDB.open(`planted ${Math.random()}`);
      request.onupgradeneeded = () => request.result.createObjectStore("store").put({ canary }, 1);
      return new Promise((resolve) => {
        request.onsuccess = () => resolve(request.result.close());
      });
    },
  ],
  [
    "a key in IndexedDB",
    ["IndexedDB"],
    (canary) => {
      const request = indexedDB.open(`planted ${Math.random()}`);
      request.onupgradeneeded = () => request.result.createObjectStore("store").put({}, canary);
      return new Promise((resolve) => {
        request.onsuccess = () => resolve(request.result.close());
      });
    },
  ],
  [
    "a URL in a cache",
    ["Cache API"],
    async (canary) => (await caches.open("planted")).put(`/planted?${canary}`, new Response("")),
  ],
  [
    "a body in a cache",
    ["Cache API"],
    async (canary) => (await caches.open("planted")).put(`/planted?${Math.random()}`, new Response(canary)),
  ],
  [
    "a header in a cache",
    ["Cache API"],
    async (canary) =>
      (await caches.open("planted")).put(
        `/planted?${Math.random()}`,
        new Response("", { headers: { "x-planted": canary } }),
      ),
  ],
  [
    "a file",
    ["origin-private file system"],
    async (canary) => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("planted", {
        create: true,
      });
      const writable = await (
        await folder.getFileHandle(String(Math.random()), { create: true })
      ).createWritable();
      await writable.write(canary);
      await writable.close();
    },
  ],
  [
    "a cookie that scripts can read",
    ["document.cookie"],
    (canary) => {
      // biome-ignore lint/suspicious/noDocumentCookie: the cookie store's are secure, which WebKit keeps over https only.
      document.cookie = `planted${Math.trunc(Math.random() * 1e9)}=${canary}`;
    },
  ],
  [
    "window.name",
    ["window.name"],
    (canary) => {
      window.name += canary;
    },
  ],
  [
    "history.state",
    [HEAP, "history.state"],
    (canary) => history.replaceState([...(history.state ?? []), canary], ""),
  ],
  [
    "the page's fragment",
    ["URL of the page", "navigation history"],
    (canary) => history.replaceState(history.state, "", `${location.hash || "#"},${canary}`),
  ],
  [
    "an attribute",
    [HEAP, "document"],
    (canary) => document.body.setAttribute(`data-planted-${document.body.attributes.length}`, canary),
  ],
  [
    "a form's field",
    ["document"],
    (canary) => document.body.append(Object.assign(document.createElement("input"), { value: canary })),
  ],
  [
    "the query of a request",
    ["performance entries", "request lines", "requested URLs"],
    (canary) => fetch(`/bare.html?${canary}`),
  ],
  ["a performance mark", ["performance entries"], (canary) => performance.mark(canary) && undefined],
  [
    "a request header",
    ["request headers"],
    (canary) => fetch("/bare.html", { headers: { "x-planted": canary } }),
  ],
  [
    "a bearer that goes astray",
    ["request headers"],
    (canary) => fetch("/api/auth/session", { headers: { authorization: `Bearer ${canary}` } }),
  ],
  [
    "a request's body",
    ["request bodies"],
    (canary) => fetch("/api/auth/logout", { method: "POST", body: canary }),
  ],
  [
    "an answer's body",
    ["answer bodies"],
    () => fetch("/api/roles"),
    (canary) => answering("GET", "/api/roles", { canary }),
  ],
  [
    "an answer's header",
    ["answer headers"],
    () => fetch("/api/roles"),
    (canary) => answering("GET", "/api/roles", {}, { headers: { "x-planted": canary } }),
  ],
  [
    "the target of a redirect",
    ["answer headers", "request lines", "requested URLs"],
    () => fetch("/api/roles"),
    (canary) =>
      answering("GET", "/api/roles", {}, { status: 307, headers: { location: `/bare.html?${canary}` } }),
  ],
  ["a line of the console", [HEAP, "console lines"], (canary) => console.log(`planted ${canary}`)],
  ["an error's message", [HEAP, "errors"], (canary) => globalThis.errors.push(new Error(canary))],
  [
    "an error's property",
    [HEAP, "errors"],
    (canary) => globalThis.errors.push(Object.assign(new Error(), { canary })),
  ],
  [
    "an error's cause",
    [HEAP, "errors"],
    (canary) => globalThis.errors.push(new Error("", { cause: canary })),
  ],
  [
    "an event",
    [HEAP, "events"],
    (canary) => globalThis.seen.events.push(new CustomEvent("signed-in", { detail: { user: canary } })),
  ],
  [
    "a message to another tab",
    [HEAP, "messages to other tabs"],
    (canary) => new BroadcastChannel("planted").postMessage({ canary }),
  ],
];

/** Runs in the page before anything is planted, and makes what planted things are put into. */
export function preparePlanting() {
  Object.assign(globalThis, { kept: [], errors: [], seen: { events: [] }, never: new Promise(() => {}) });
}
