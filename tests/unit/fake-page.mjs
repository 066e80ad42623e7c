// What a page has and Node has not, for the tests of one file.

import { afterEach, beforeEach } from "node:test";

/** `make` gives the page of each test: globals by their names. They are taken back after it. */
export function fakePage(make) {
  let own;
  beforeEach(() => {
    const page = make();
    own = Object.keys(page).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]);
    for (const [name, value] of Object.entries(page))
      Object.defineProperty(globalThis, name, { value, configurable: true });
  });
  afterEach(() => {
    for (const [name, descriptor] of own) {
      delete globalThis[name];
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
    }
  });
}
