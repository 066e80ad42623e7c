// The demo shows code of the examples beside its cards.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { CARD_CODE, makeCardCode } from "../../scripts/docs/card-code.mjs";
import { FRAMEWORKS } from "../../www/card-code.js";
import { codeOfFeature, codeOfRole } from "../../www/code.js";

const read = (path) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");
const FEATURES = ["chat-history", "chat-messages", "report-analysis", "scrum-team-agent"];

describe("The code beside a card", () => {
  it("equals the code of the examples (if not: npm run docs)", () => {
    assert.equal(read(CARD_CODE), makeCardCode());
  });

  for (const framework of FRAMEWORKS) {
    it(`in ${framework.title} names the card's own feature, and the role, and no other`, () => {
      for (const feature of FEATURES) {
        const code = codeOfFeature(framework, feature);
        assert.ok(code.includes(`"${feature}"`));
        for (const other of FEATURES) assert.ok(other === feature || !code.includes(other), other);
      }
      assert.match(codeOfRole(framework), /at-?least[=:] ?"expert"/i);
    });
  }
});
