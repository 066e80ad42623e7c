/**
 * Notes in every page of the context, from before its first script on, the messages to other tabs: one of the places that
 * `collectPlaces` reads.
 */
export function noteMessages(context) {
  return context.addInitScript(() => {
    globalThis.messages = [];
    const { postMessage } = BroadcastChannel.prototype;
    BroadcastChannel.prototype.postMessage = function (message) {
      globalThis.messages.push(`${this.name}: ${JSON.stringify(message)}`);
      return postMessage.call(this, message);
    };
  });
}

/** Returns everything that a script of the page can read and that outlives a call: the text of each place, by its name. */
export function collectPlaces(page) {
  return page.evaluate(async () => {
    const text = (value) =>
      JSON.stringify(value, (_, it) => (it instanceof Error ? errorTexts(it) : it)) ?? "";
    const errorTexts = (error) => [error.message, error.stack, String(error), error.cause, { ...error }];
    const settled = (request) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });

    async function databases() {
      const found = [];
      for (const { name } of await indexedDB.databases()) {
        const database = await settled(indexedDB.open(name));
        for (const store of database.objectStoreNames) {
          const objects = database.transaction(store).objectStore(store);
          found.push([name, store, await settled(objects.getAllKeys()), await settled(objects.getAll())]);
        }
        database.close();
      }
      return found;
    }

    async function cached() {
      const found = [];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          const response = await cache.match(request);
          const headers = [...request.headers, ...response.headers];
          found.push([name, request.url, headers, await response.text()]);
        }
      }
      return found;
    }

    async function files(directory) {
      const found = [];
      for await (const [name, handle] of directory.entries()) {
        const inside = handle.kind === "file" ? (await handle.getFile()).text() : files(handle);
        found.push([name, await inside]);
      }
      return found;
    }

    // WebKitGTK has no such file system.
    const storedFiles = async () =>
      navigator.storage?.getDirectory ? files(await navigator.storage.getDirectory()) : [];

    const fields = [...document.querySelectorAll("input, textarea, select")].map(({ value }) => value);
    const events = globalThis.seen?.events ?? [];
    return {
      localStorage: text({ ...localStorage }),
      sessionStorage: text({ ...sessionStorage }),
      IndexedDB: text(await databases()),
      "Cache API": text(await cached()),
      "origin-private file system": text(await storedFiles()),
      "document.cookie": document.cookie,
      "window.name": window.name,
      "history.state": text(history.state),
      "URL of the page": `${location.href} ${document.referrer}`,
      document: `${document.documentElement.outerHTML} ${fields.join(" ")}`,
      "performance entries": text(performance.getEntries()),
      errors: text(globalThis.errors),
      events: text(events.map(({ type, detail }) => [type, detail])),
      "messages to other tabs": text(globalThis.messages),
      snapshot: text([globalThis.session?.snapshot, globalThis.session]),
    };
  });
}
