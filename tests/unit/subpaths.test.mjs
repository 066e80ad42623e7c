import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { SUBPATHS } from "../../scripts/build/subpaths.mjs";

const compared = readFileSync(new URL("../declarations/subpaths/exports.ts", import.meta.url), "utf8");

describe("The declaration of a subpath", () => {
  // A classic script exports nothing: its source assigns what is declared.
  for (const { name, source, types } of SUBPATHS.filter(({ isScript }) => !isScript))
    it(`is compared with the exports of its source: ${name}`, () => {
      for (const file of [types, source.replace(/\.ts$/, ".js")])
        assert.ok(
          compared.includes(`"../../../${file}"`),
          `tests/declarations/subpaths/exports.ts lacks ${file}`,
        );
    });
});
