// The judge of addresses that the double of the session has, held to the cases of the real one.

import assert from "node:assert/strict";
import { it } from "node:test";
import { isApiUrl } from "../../pkg/adapters/testing/judges.js";
import { FOREIGN, SENT } from "../cases/api-urls.mjs";

const ORIGIN = "http://127.0.0.1:8787";

/** What the double makes of an input, as `fetch.js` resolves it. */
function judged(input) {
  const { host, port } = new URL(ORIGIN);
  const written = input.replaceAll("{origin}", ORIGIN).replaceAll("{host}", host).replaceAll("{port}", port);
  return URL.canParse(written, ORIGIN) && isApiUrl(new URL(written, ORIGIN).href, ORIGIN);
}

it("The double sends what the session sends, and nothing else", () => {
  assert.deepEqual(
    SENT.map(([input]) => input).filter((input) => !judged(input)),
    [],
  );
  assert.deepEqual(FOREIGN.filter(judged), []);
});
