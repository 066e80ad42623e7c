// Where single sign-on of the elements returns to: by default the address of the page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { startHere } from "../../pkg/adapters/elements/sso-here.js";
import { SessionError } from "../../pkg/entry/session-error.js";

/** Returns the single sign-on of a deployment that accepts some return URLs, and the arguments of each `start()`. */
function deploymentThat(accepts) {
  const asked = [];
  const sso = {
    url: () => "https://portal.example/api/auth/sso/idp/login",
    async start({ returnUrl, mode }) {
      asked.push([returnUrl, mode]);
      if (returnUrl !== undefined && !accepts(returnUrl)) throw new SessionError("invalid-return-url");
    },
  };
  return { sso, asked };
}

/** Starts single sign-on on a page with this address, and returns the arguments of the last `start()`. */
async function startedAt(address, { sso, asked }, options) {
  globalThis.location = new URL(address);
  try {
    await startHere(sso)(options);
  } finally {
    delete globalThis.location;
  }
  return asked.at(-1);
}

test("on another origin the whole address is the return URL, or none where the deployment refuses it", async () => {
  const address = "https://front.example/app?page=2#top";
  const known = deploymentThat((returnUrl) => returnUrl.startsWith("https://front.example/"));
  assert.deepEqual(await startedAt(address, known, { mode: "popup" }), [address, "popup"]);
  const unknown = deploymentThat(() => false);
  assert.deepEqual(await startedAt(address, unknown, { mode: "popup" }), [undefined, "popup"]);
});

test("a return URL of the page is sent as it is, also where it is refused", async () => {
  const deployment = deploymentThat(() => false);
  const options = { returnUrl: "https://evil.example/" };
  await assert.rejects(startedAt("https://portal.example/reports", deployment, options), {
    code: "invalid-return-url",
  });
  assert.equal(deployment.asked.length, 1);
});

test("another failure is not followed by a second try", async () => {
  const { sso } = deploymentThat(() => true);
  let starts = 0;
  const start = async () => {
    starts += 1;
    throw new SessionError("popup-blocked");
  };
  await assert.rejects(startedAt("https://portal.example/reports", { sso: { ...sso, start }, asked: [] }), {
    code: "popup-blocked",
  });
  assert.equal(starts, 1);
});
