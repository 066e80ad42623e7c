import { examples } from "../../consumers/support/places.mjs";
import { framework } from "./conformance.mjs";

/** Templates are compiled in the page, which the policy of the deployment forbids. */
const compilesInPage = true;
const cannot = { "an update held": "Angular renders what is new at once" };

export const angular = [
  framework("Angular 22", {
    client: "angular.js",
    server: "angular.server.js",
    cannot,
    compilesInPage,
    nodePaths: [`${examples}other-majors/angular-22/node_modules`],
    // Statistics about hydration on the console are no mismatch.
    define: { ngDevMode: "false" },
  }),
  framework("Angular 21 with zone.js", {
    client: "angular-zone.js",
    cannot,
    compilesInPage,
    isOtherMajor: true,
  }),
];
