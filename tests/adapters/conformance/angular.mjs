import { examples, repository } from "../../consumers/support/places.mjs";
import { framework } from "./framework.mjs";

const both = {
  rendersAtOnce: true,
  // Templates are.
  compilesInPage: true,
  cannot: { "an update held": "Angular renders what is new at once" },
  // Statistics about hydration on the console are no mismatch.
  define: { ngDevMode: "false" },
  // What the guard imports by the package's name is the file that the pages import.
  alias: { "platform-session/angular": `${repository}pkg/dist/angular.js` },
};

/** Without zone.js, and with Angular's own server. */
export const angular22 = framework("Angular 22", {
  client: "angular.js",
  server: "angular.server.js",
  nodePaths: [`${examples}other-majors/angular-22/node_modules`],
  ...both,
});

export const angular21 = framework("Angular 21 with zone.js", {
  client: "angular-zone.js",
  isOtherMajor: true,
  ...both,
});
