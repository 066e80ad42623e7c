// Where single sign-on comes back to, where the page does not say so.

import assert from "node:assert/strict";
import { test } from "node:test";
import { startHere } from "../../pkg/adapters/elements/sso-here.js";
import { SessionError } from "../../pkg/entry/session-error.js";

/** Single sign-on of a deployment, which accepts what `accepts` does; and what it was asked for. */
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

async function startedAt(address, { sso, asked }, options) {
  globalThis.location = new URL(address);
  try {
    await startHere(sso)(options);
  } finally {
    delete globalThis.location;
  }
  return asked.at(-1);
}

test("a front end on another origin is named by its whole address, or not at all", async () => {
  const address = "https://front.example/app?page=2#top";
  const known = deploymentThat((returnUrl) => returnUrl.startsWith("https://front.example/"));
  assert.deepEqual(await startedAt(address, known, { mode: "popup" }), [address, "popup"]);
  const unknown = deploymentThat(() => false);
  assert.deepEqual(await startedAt(address, unknown, { mode: "popup" }), [undefined, "popup"]);
});

test("a way back that is given is taken as it is, also where it is refused", async () => {
  const deployment = deploymentThat(() => false);
  const options = { returnUrl: "https://evil.example/" };
  await assert.rejects(startedAt("https://portal.example/reports", deployment, options), {
    code: "invalid-return-url",
  });
  assert.equal(deployment.asked.length, 1);
});

test("what else fails is not tried at another address", async () => {
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
