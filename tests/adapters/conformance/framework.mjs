import { bundleSite, importBundled, once } from "../support/bundle.mjs";
import { SCENES } from "./frames.mjs";

/**
 * A framework, and the app in `apps/` that drives it:
 *
 * - `client`, and `server`, which exports `render` (`apps/rendering.js`), where it renders there;
 * - `cannot`: scenes of the table of frames that the framework does not have, each with the reason;
 * - `hasSyncEffects`: an effect can begin while a change is told of; `rendersAtOnce`: gates close within the call that signs out;
 * - `isOtherMajor`: the newest major is asked what does not depend on it, and Chromium alone;
 * - `compilesInPage`: no content security policy allows that.
 *
 * What else is given goes to the bundler (`tests/adapters/support/bundle.mjs`).
 */
export function framework(
  name,
  {
    client,
    server,
    cannot = {},
    hasSyncEffects = false,
    rendersAtOnce = false,
    isOtherMajor = false,
    compilesInPage = false,
    ...options
  },
) {
  const folder = name.toLowerCase().replaceAll(" ", "-");
  const inApps = (file) => `../conformance/apps/${file}`;
  return {
    name,
    hasSyncEffects,
    rendersAtOnce,
    isOtherMajor,
    compilesInPage,
    /** The folder of the built site. */
    site: once(() => bundleSite(inApps(client), { name: folder, ...options })),
    /** The folder of the site as it is deployed: a framework may handle an error otherwise then. */
    production: once(() =>
      bundleSite(inApps(client), { name: `${folder}-production`, ...options, development: false }),
    ),
    render:
      server && once(async () => (await importBundled(inApps(server), { name: folder, ...options })).render),
    scenes: SCENES.filter(({ scene, isRendered }) => !cannot[scene] && (server || !isRendered)),
  };
}
