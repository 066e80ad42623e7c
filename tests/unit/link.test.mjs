import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { callKinds, constant } from "./rust-source.mjs";

const source = readFileSync(new URL("../../pkg/entry/link.js", import.meta.url), "utf8");

describe("The way to the module", () => {
  it("has the flags that the crate has", () => {
    const flags = [...source.matchAll(/^const ([A-Z_]+) = (\d+);$/gm)];
    assert.deepEqual(
      flags.map(([, name]) => name),
      ["DISCARD", "ON_FOCUS", "ON_ONLINE", "REAUTHENTICATES"],
    );
    for (const [, name, value] of flags) assert.equal(Number(value), constant("js/engine.rs", name), name);
  });

  it("has the calls at the numbers that the crate gives them", () => {
    const calls = JSON.parse(/^const CALLS = (\[[^\]]*\]);/m.exec(source)?.[1] ?? "null");
    const kinds = callKinds();
    assert.equal(calls.length, kinds.length);
    for (const [position, { number, event }] of kinds.entries()) {
      const call = calls[position];
      assert.equal(
        event.toLowerCase().replace("called", ""),
        call === "abort" ? "aborted" : call.toLowerCase(),
      );
      assert.equal(number, position === kinds.length - 1 ? "_" : String(position));
    }
  });
});
