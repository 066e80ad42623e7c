// The table of `tests/adapters/conformance/frames.mjs` in each engine: every framework, in the scenes that begin with a page that a server rendered.

import { askedOf, EVENTS, judge } from "../adapters/conformance/frames.mjs";
import { FRAMEWORKS } from "../adapters/conformance/frameworks.mjs";
import { startDeployment } from "../e2e/support/platform.mjs";
import { withoutPolicy } from "./requests.mjs";

export function adapters(scenario) {
  for (const { name, site, render, scenes, isOtherMajor, compilesInPage } of FRAMEWORKS) {
    if (isOtherMajor) continue;
    for (const scene of scenes.filter(({ isRendered }) => isRendered)) {
      scenario(
        `${name}, ${scene.scene}: no frame shows the last user, whatever happens`,
        async ({ open, atEnd, relay }) => {
          const deployment = atEnd(await startDeployment({ site: await site() }));
          const front = compilesInPage ? await relay(deployment, { rewrite: withoutPolicy }) : deployment;
          const request = await askedOf(scene, deployment, await render());
          for (const event of EVENTS) {
            const page = await open(front, { file: "index.html", idle: true, made: "conformance" });
            const seen = await page.evaluate((given) => conformance.run(given), {
              ...request,
              event: event.event,
            });
            judge(scene, event, seen);
            await page.close();
            await deployment.control.reset();
          }
        },
      );
    }
  }
}
