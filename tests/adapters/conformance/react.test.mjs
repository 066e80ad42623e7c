// Tests of what only the newest React does. In the page, `adapter`, `session` and `view` are globals of `apps/page.js`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { repository } from "../../consumers/support/places.mjs";
import { sessionBody } from "../../e2e/support/identity-api.mjs";
import { until } from "../../e2e/support/until.mjs";
import { importBundled } from "../support/bundle.mjs";
import { FEATURE, GRANTED, rendersOf, SIGNED_IN, showsText, signOutUnderRule } from "./app.mjs";
import { conformance } from "./conformance.mjs";
import { ofReact } from "./of-react.mjs";
import { react19 } from "./react.mjs";

const test = conformance(react19);
ofReact(react19, test);

test("a page that React hid shows no gated content when it is shown again after a sign-out", async ({
  open,
  control,
}) => {
  await control.faults(SIGNED_IN);
  const page = await open();
  await page.evaluate(() => session.ready.then(() => adapter.activity()));
  await showsText(page, "gate", "content");
  const before = await rendersOf(page);
  const showsLast = (text) =>
    until(text, () => page.evaluate(() => texts.at(-1)).then((now) => now === text));
  await page.evaluate(() => toggle());
  await showsLast("");
  await page.evaluate(() => toggle());
  await showsLast("true,granted null,content");
  assert.deepEqual(await page.evaluate(() => adapter.renders), before, "nothing has changed");
  await page.evaluate(() => toggle());
  await showsLast("");
  await signOutUnderRule(control, page);
  await page.evaluate(() => {
    texts.length = 0;
    toggle();
  });
  await showsLast("false,denied null,closed");
  assert.deepEqual(await page.evaluate(() => [...new Set(texts)]), ["false,denied null,closed"]);
  const { can, reading } = await page.evaluate(() => adapter.renders);
  assert.deepEqual([can, reading], [before.can + 1, before.reading + 1], "each rendered once");
});

test("where StrictMode runs the clean-up of an effect, and that closes the session, a line on the console says so", async ({
  open,
  watch,
}) => {
  const page = await open();
  await page.evaluate(() => adapter.closing());
  await until("the sentence", () => watch.consoleLines.some((line) => /this session is closed/.test(line)));
  await showsText(page, "gate", "pending");
});

test("a React that is too old gets an error that names the oldest supported major", async () => {
  const { render } = await importBundled("../conformance/apps/react.server.jsx", {
    name: "react-too-old",
    alias: { react: `${repository}tests/adapters/conformance/apps/react-too-old` },
  });
  await assert.rejects(
    render("View", sessionBody(GRANTED), FEATURE),
    /platform-session\/react needs React 18 or later\./,
  );
});

test('the shipped files begin with the directive "use client"', async () => {
  for (const file of ["react.js", "react.cjs"]) {
    assert.match(readFileSync(`${repository}pkg/dist/${file}`, "utf8"), /^"use client";\n/);
  }
});
