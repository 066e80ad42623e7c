// What a server rendered, in every framework: the same table as in `tests/adapters/conformance`, for the scenes that begin so.

import { askedOf, EVENTS, judge } from "../adapters/conformance/conformance.mjs";
import { FRAMEWORKS } from "../adapters/conformance/frameworks.mjs";
import { startDeployment } from "../e2e/support/platform.mjs";

export function adapters(scenario) {
  for (const { name, site, render, scenes, isOtherMajor } of FRAMEWORKS) {
    if (isOtherMajor) continue;
    for (const scene of scenes.filter(({ isRendered }) => isRendered)) {
      scenario(
        `${name}, ${scene.scene}: no frame shows the last user, whatever happens`,
        async ({ open, atEnd }) => {
          const deployment = atEnd(await startDeployment({ site: await site() }));
          for (const event of EVENTS) {
            const asked = await askedOf(scene, event, deployment, await render());
            const page = await open(deployment, { file: "index.html", idle: true, made: "conformance" });
            const seen = await page.evaluate((given) => conformance.run(given), asked);
            judge(scene, event, seen);
            await page.close();
            await deployment.control.reset();
          }
        },
      );
    }
  }
}
