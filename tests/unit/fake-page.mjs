// Globals of a page, which Node lacks, for the tests of one file.

import { afterEach, beforeEach } from "node:test";

/** Before each test, defines the globals that `make` returns, by their names; after the test, restores those of before. */
export function fakePage(make) {
  let originals;
  beforeEach(() => {
    const page = make();
    originals = Object.keys(page).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]);
    for (const [name, value] of Object.entries(page))
      Object.defineProperty(globalThis, name, { value, configurable: true });
  });
  afterEach(() => {
    for (const [name, descriptor] of originals) {
      delete globalThis[name];
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
    }
  });
}
