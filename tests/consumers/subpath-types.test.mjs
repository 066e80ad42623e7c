// The declarations of every subpath, as TypeScript reads them from the packed package: names of the deployment's own are
// checked in each, with no library skipped.

import { before, describe, it } from "node:test";
import { command } from "./support/command.mjs";
import { installConsumers } from "./support/install.mjs";
import { consumers, frameworks, repository } from "./support/places.mjs";

describe("With the deployment's names, every subpath compiles, and a misspelt one does not", {
  timeout: 300_000,
}, () => {
  before(installConsumers);

  for (const resolution of ["node16", "bundler"]) {
    it(`under ${resolution} resolution`, () =>
      command(`${repository}node_modules/.bin/tsc`, ["--project", `types/tsconfig.${resolution}.json`], {
        cwd: consumers,
      }));
  }

  it("with the TypeScript that most people have", () =>
    command(`${frameworks}.bin/tsc`, ["--project", "types/tsconfig.node16.json"], {
      cwd: consumers,
    }));
});
