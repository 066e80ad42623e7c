// The double of the session judges the addresses of requests as the real session does.

import assert from "node:assert/strict";
import { it } from "node:test";
import { isApiUrl } from "../../pkg/adapters/testing/judges.js";
import { FOREIGN, SENT } from "../cases/api-urls.mjs";

const ORIGIN = "http://127.0.0.1:8787";

/** Whether the double would send a request to this input, resolved as `fetch.ts` does. */
function isSent(input) {
  const { host, port } = new URL(ORIGIN);
  const written = input.replaceAll("{origin}", ORIGIN).replaceAll("{host}", host).replaceAll("{port}", port);
  return URL.canParse(written, ORIGIN) && isApiUrl(new URL(written, ORIGIN).href, ORIGIN);
}

it("The double sends requests to the addresses that the session sends them to, and to no other", () => {
  assert.deepEqual(
    SENT.map(([input]) => input).filter((input) => !isSent(input)),
    [],
  );
  assert.deepEqual(FOREIGN.filter(isSent), []);
});
