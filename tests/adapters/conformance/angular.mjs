import { examples } from "../../consumers/support/places.mjs";
import { framework } from "./conformance.mjs";

const both = {
  // Templates are.
  compilesInPage: true,
  cannot: { "an update held": "Angular renders what is new at once" },
  // Statistics about hydration on the console are no mismatch.
  define: { ngDevMode: "false" },
};

export const angular = [
  framework("Angular 22", {
    client: "angular.js",
    server: "angular.server.js",
    nodePaths: [`${examples}other-majors/angular-22/node_modules`],
    ...both,
  }),
  framework("Angular 21 with zone.js", {
    client: "angular-zone.js",
    isOtherMajor: true,
    ...both,
  }),
];
