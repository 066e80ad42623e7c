// The scenarios that every adapter passes, whatever its framework, each once: over the built package and a deployment, in Chromium. In the page,
// `adapter`, `session` and `view` are globals of `apps/page.js`.

import { test as register, scenario } from "../../e2e/support/scenario.mjs";
import { openApp, openReady } from "./app.mjs";
import { conditions } from "./conditions.mjs";
import { drafts } from "./drafts.mjs";
import { frames } from "./frames.mjs";
import { gates } from "./gates.mjs";
import { identity } from "./identity.mjs";
import { placesTaken } from "./in-place.mjs";
import { menus } from "./menus.mjs";
import { sentences } from "./sentences.mjs";
import { serverRendered } from "./server-rendered.mjs";

/**
 * Registers all scenarios for a framework (`framework.mjs`). Returns `test(title, options?, run)`, which registers one more scenario, of that
 * framework alone. `run` gets an object: that of `scenario`, the `deployment` that serves the app, and `open` and `openReady` of `app.mjs`,
 * bound to it. The option `isProduction` serves the production build of the app; the other options are those of `scenario`.
 */
export function conformance(framework) {
  const { name, isOtherMajor, compilesInPage, site, production } = framework;
  const test = (title, ...rest) => {
    const run = rest.pop();
    const [{ isProduction = false, ...options } = {}] = rest;
    const played = scenario({ context: { bypassCSP: compilesInPage }, ...options }, async (given) => {
      const deployment = await given.another(await (isProduction ? production : site)());
      await run({
        ...given,
        deployment,
        control: deployment.control,
        open: (how) => openApp(given.context, deployment, how),
        openReady: (mount) => openReady(given.context, deployment, mount),
      });
    });
    register(`${name}, ${title}`, played);
  };
  /** Registers a scenario that does not depend on the framework's major, for the newest major only. */
  const testOnce = isOtherMajor ? () => {} : test;
  for (const concept of [
    gates,
    conditions,
    sentences,
    identity,
    drafts,
    placesTaken,
    menus,
    serverRendered,
    frames,
  ])
    concept({ test, testOnce, ...framework });
  return test;
}
