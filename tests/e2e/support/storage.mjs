/** Notes every use of storage that a script can read, from before the first script of every page on. */
export function watchStorage(context) {
  return context.addInitScript(() => {
    // The empty page that a tab begins with has none of it.
    if (!isSecureContext) return;
    const touched = [];
    globalThis.touchedStorage = touched;
    const note = (owner, name) => {
      const original = owner[name];
      owner[name] = function (...args) {
        touched.push(name);
        return original.apply(this, args);
      };
    };
    for (const name of ["getItem", "setItem", "removeItem", "clear", "key"]) note(Storage.prototype, name);
    for (const name of ["open", "deleteDatabase", "databases"]) note(IDBFactory.prototype, name);
    for (const name of ["open", "match", "has", "delete", "keys"]) note(CacheStorage.prototype, name);
    for (const name of ["pushState", "replaceState"]) note(History.prototype, name);
    note(StorageManager.prototype, "getDirectory");

    const cookie = Object.getOwnPropertyDescriptor(Document.prototype, "cookie");
    Object.defineProperty(Document.prototype, "cookie", {
      ...cookie,
      get() {
        touched.push("document.cookie read");
        return cookie.get.call(this);
      },
      set(value) {
        touched.push("document.cookie written");
        cookie.set.call(this, value);
      },
    });
    for (const area of ["localStorage", "sessionStorage", "name"]) {
      const property = Object.getOwnPropertyDescriptor(globalThis, area);
      Object.defineProperty(globalThis, area, {
        ...property,
        get() {
          touched.push(area);
          return property.get.call(this);
        },
        set:
          property.set &&
          ((value) => {
            touched.push(`${area} written`);
            property.set.call(globalThis, value);
          }),
      });
    }
  });
}

/** What lies in all that storage now, and which of it has been used since the page was loaded. */
export function leftBehind(page) {
  return page.evaluate(async () => {
    const touched = [...globalThis.touchedStorage];
    const root = await navigator.storage.getDirectory();
    const files = [];
    for await (const name of root.keys()) files.push(name);
    return {
      localStorage: localStorage.length,
      sessionStorage: sessionStorage.length,
      databases: await indexedDB.databases(),
      caches: await caches.keys(),
      files,
      cookies: document.cookie,
      windowName: window.name,
      historyState: history.state,
      serviceWorkers: (await navigator.serviceWorker.getRegistrations()).length,
      touched,
    };
  });
}
