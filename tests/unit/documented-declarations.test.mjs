// What the reference is made from: scripts/docs/declarations.mjs.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readDeclarations } from "../../scripts/docs/declarations.mjs";

describe("The declarations for the reference", () => {
  it("have each part of a member's union, though one closes a bracket at the end of its line", () => {
    const [{ members }] = readDeclarations(`export interface Carrier {
  readonly headers:
    | { get(name: string): string | null }
    | Readonly<Record<string, string>>;
  /** What stands below it. */
  method?: string;
}`);
    assert.deepEqual(
      members.map(({ name, type, doc }) => ({ name, type, doc })),
      [
        {
          name: "headers",
          type: "{ get(name: string): string | null } | Readonly<Record<string, string>>",
          doc: "",
        },
        { name: "method", type: "string", doc: "What stands below it." },
      ],
    );
  });

  it("have a type of several lines as one, and what follows it", () => {
    const declarations = readDeclarations(`export type Either =
  | { one: string }
  | { other: string };

export type Both = {
  one: string;
}
  & { other: string };

/** The last one. */
export function last(): void;`);
    assert.deepEqual(
      declarations.map(({ name, code, doc }) => [name, code.split("\n").length, doc]),
      [
        ["Either", 3, ""],
        ["Both", 4, ""],
        ["last", 1, "The last one."],
      ],
    );
  });
});
