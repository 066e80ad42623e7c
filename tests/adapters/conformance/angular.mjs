import { examples, repository } from "../../consumers/support/places.mjs";
import { framework } from "./framework.mjs";

const common = {
  rendersAtOnce: true,
  // Angular compiles the templates of these apps in the page.
  compilesInPage: true,
  cannot: { "an update held": "Angular never postpones an update" },
  // In development Angular writes statistics about hydration on the console, which would count as a mismatch.
  define: { ngDevMode: "false" },
  // The guard imports the package by its name. That must be the very file that the pages import: two copies would not know each other's session.
  alias: { "platform-session/angular": `${repository}pkg/dist/angular.js` },
};

/** Angular 22, without zone.js, and with its own server. */
export const angular22 = framework("Angular 22", {
  client: "angular.js",
  server: "angular.server.js",
  nodePaths: [`${examples}other-majors/angular-22/node_modules`],
  ...common,
});

export const angular21 = framework("Angular 21 with zone.js", {
  client: "angular-zone.js",
  isOtherMajor: true,
  ...common,
});
