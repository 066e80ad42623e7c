import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createSingleSignOn } from "../../pkg/entry/single-sign-on.js";

const ORIGIN = "https://portal.example";
const LOGIN = `${ORIGIN}/api/auth/sso/idp/login`;

/** The entry's part, with a judge that takes what `judge` takes, and what that judge was asked. */
function singleSignOn(judge = () => true) {
  const asked = [];
  const mayReturnTo = (...parts) => {
    asked.push(parts);
    return judge(...parts);
  };
  const allowedOrigins = ["https://reports.example"];
  return { sso: createSingleSignOn({ origin: ORIGIN, allowedOrigins, mayReturnTo }), asked };
}

const REFUSED = { code: "invalid-return-url" };

describe("The address of single sign-on", () => {
  it("carries the return URL as it was written", () => {
    const { sso } = singleSignOn();
    assert.equal(sso.url(), LOGIN);
    for (const returnUrl of ["/reports?a=1&b=%2F#top", "HTTPS://Portal.Example/ü", "/a b", ""]) {
      const address = new URL(sso.url({ returnUrl }));
      assert.equal(address.origin + address.pathname, LOGIN);
      assert.deepEqual([...address.searchParams], [["return_url", returnUrl]]);
    }
  });

  it("asks the judge about the text and the parts of this platform's URL", () => {
    const { sso, asked } = singleSignOn();
    sso.url({ returnUrl: "/a/../b" });
    sso.url({ returnUrl: "HTTPS://Reports.example:443/x" });
    sso.url({ returnUrl: "//evil.example/x" });
    assert.deepEqual(asked, [
      ["/a/../b", ORIGIN, true, "/b"],
      ["HTTPS://Reports.example:443/x", "https://reports.example", true, "/x"],
      ["//evil.example/x", "https://evil.example", false, "/x"],
    ]);
  });

  it("is refused where the judge refuses", () => {
    const { sso } = singleSignOn(() => false);
    assert.throws(() => sso.url({ returnUrl: "/reports" }), REFUSED);
  });

  it("is refused for what is no URL, or no text, or cannot be sent, whatever the judge says", () => {
    const { sso, asked } = singleSignOn();
    for (const returnUrl of [
      "http://[",
      "/\ud800",
      Symbol("x"),
      Object.create(null),
      {
        toString() {
          throw new Error("no");
        },
      },
    ]) {
      assert.throws(() => sso.url({ returnUrl }), REFUSED);
    }
    assert.deepEqual(asked, []);
  });

  it("takes an object at its first word: what was judged is what is sent", () => {
    const { sso, asked } = singleSignOn();
    const words = ["/reports", "https://evil.example/", "https://evil.example/"];
    const address = new URL(sso.url({ returnUrl: { toString: () => words.shift() } }));
    assert.equal(address.searchParams.get("return_url"), "/reports");
    assert.equal(asked[0][0], "/reports");
  });
});
