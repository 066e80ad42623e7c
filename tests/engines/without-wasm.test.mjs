// A browser that has WebAssembly switched off: the engine runs as JavaScript, and keeps the same promises.

import assert from "node:assert/strict";
import { reauthentication } from "./reauthentication.mjs";
import { requests } from "./requests.mjs";
import { wholeSession } from "./session.mjs";
import { inEngine } from "./stage.mjs";
import { tabs } from "./tabs.mjs";

const switchedOff = (scenario) =>
  scenario("there is no WebAssembly", async ({ open }) => {
    const page = await open(undefined, { idle: true });
    assert.equal(await page.evaluate(() => typeof WebAssembly), "undefined");
  });

inEngine("firefox without WebAssembly", [switchedOff, wholeSession, requests, reauthentication, tabs]);
