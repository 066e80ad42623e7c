import { bundleSite, importBundled, once } from "../support/bundle.mjs";
import { SCENES } from "./frames.mjs";

/**
 * Returns a framework for `conformance.mjs` and for `tests/engines`. The options:
 *
 * - `client`: the file in `apps/` that runs in the page; `server`: the one that exports `render` (`apps/rendering.js`), if it renders on a server;
 * - `cannot`: scenes of the table of frames that the framework does not have, each with the reason;
 * - `hasSyncEffects`: an effect can be created while listeners are called; `rendersAtOnce`: gates close within the call that signs out;
 * - `isOtherMajor`: this is not the newest major, and skips scenarios that do not depend on the major, and other engines than Chromium;
 * - `compilesInPage`: it compiles templates in the page, for which tests switch the content security policy off.
 *
 * Other options go to the bundler (`tests/adapters/support/bundle.mjs`).
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
  const pathOf = (file) => `../conformance/apps/${file}`;
  return {
    name,
    hasSyncEffects,
    rendersAtOnce,
    isOtherMajor,
    compilesInPage,
    /** The folder of the built site. */
    site: once(() => bundleSite(pathOf(client), { name: folder, ...options })),
    /** The folder of the production build: there a framework may handle an error in another way. */
    production: once(() =>
      bundleSite(pathOf(client), { name: `${folder}-production`, ...options, development: false }),
    ),
    render:
      server && once(async () => (await importBundled(pathOf(server), { name: folder, ...options })).render),
    scenes: SCENES.filter(({ scene, isRendered }) => !cannot[scene] && (server || !isRendered)),
  };
}
