// The app of React, built with Preact in place of React.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { once } from "../adapters/support/bundle.mjs";
import { consumerBehaviour, FORM_SAYS } from "./support/behaviour.mjs";
import { buildWithVite } from "./support/served-app.mjs";

const site = once(async () => {
  const folder = await buildWithVite("react-preact");
  const scripts = readdirSync(`${folder}assets`).filter((name) => name.endsWith(".js"));
  for (const name of scripts)
    assert.doesNotMatch(readFileSync(`${folder}assets/${name}`, "utf8"), /Minified React error/, "no React");
  return folder;
});

consumerBehaviour(
  "Preact, through preact/compat",
  async (startDeployment) => startDeployment(await site(), ["--bearer", "cookie"]),
  {},
  FORM_SAYS.outage,
);
