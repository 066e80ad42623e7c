// Takes the versions of `examples/package.json`, and the package's own, over into the `package.json` of each example.

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readProjectFile, root } from "../run/project.mjs";

const FOLDERS = ["examples", "examples/testing"];
const NO_EXAMPLES = ["node_modules", "other-majors"];

/**
 * Returns, for each example, the `path` of its `package.json`, its current `text`, and the text with the right versions as `made`. A dependency
 * that `examples/package.json` lacks keeps its version.
 */
export function exampleManifests() {
  const versions = pinnedVersions();
  return manifestPaths().map((path) => {
    const text = readProjectFile(path);
    const manifest = JSON.parse(text);
    for (const dependencies of [manifest.dependencies, manifest.devDependencies])
      for (const name of Object.keys(dependencies ?? {}))
        dependencies[name] = versions[name] ?? dependencies[name];
    return { path, text, made: `${JSON.stringify(manifest, null, 2)}\n` };
  });
}

/** Returns the version of each npm package that an example may use. */
export function pinnedVersions() {
  const { dependencies, devDependencies } = JSON.parse(readProjectFile("examples/package.json"));
  const { name, version } = JSON.parse(readProjectFile("pkg/package.json"));
  return { ...dependencies, ...devDependencies, [name]: version };
}

const manifestPaths = () =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => !NO_EXAMPLES.includes(name))
      .map((name) => `${folder}/${name}/package.json`),
  ).filter((path) => existsSync(join(root, path)));
