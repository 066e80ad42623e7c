// The declarations of every subpath, as TypeScript reads them from the packed package: names of the deployment's own are
// checked in each, with no library skipped.

import { test } from "../e2e/support/scenario.mjs";
import { command } from "./support/command.mjs";
import { installConsumers } from "./support/install.mjs";
import { consumers, frameworks, repository } from "./support/places.mjs";

test.describe("With the deployment's names, every subpath compiles, and a misspelt one does not", () => {
  test.beforeAll(installConsumers);

  for (const resolution of ["node16", "bundler"]) {
    test(`under ${resolution} resolution`, () =>
      command(`${repository}node_modules/.bin/tsc`, ["--project", `types/tsconfig.${resolution}.json`], {
        cwd: consumers,
      }));
  }

  test("with the TypeScript that most people have", () =>
    command(`${frameworks}.bin/tsc`, ["--project", "types/tsconfig.node16.json"], {
      cwd: consumers,
    }));
});
