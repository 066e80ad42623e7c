// The commands of `package.json`: most are run by people, and by no other test.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";

const { scripts } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

describe("A command", () => {
  for (const [name, command] of Object.entries(scripts)) {
    it(`finds all that it imports: npm run ${name}`, async () => {
      const [, path] = /^node (scripts\/[\w-]+\.mjs)$/.exec(command) ?? [];
      assert.ok(path, command);
      await import(new URL(`../../${path}`, import.meta.url).href);
    });
  }
});
