// The package's bill of materials (CycloneDX): the crates that are compiled into the WebAssembly. The package contains no npm packages.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageDirectory, readProjectFile } from "../run/project.mjs";

/** Writes `pkg/bom.cdx.json`. `crates`: the result of `compiledCrates`. It has no time and no serial number, so the same crates give the same bytes. */
export async function writeBom(crates) {
  writeFileSync(join(packageDirectory, "bom.cdx.json"), `${await bomOf(crates)}\n`);
}

/** Returns the text of the bill of materials. */
export async function bomOf(crates) {
  // Imported here and not at the top, because this file is loaded before the npm packages are installed.
  const { Enums, Models, Serialize, Spec } = await import("@cyclonedx/cyclonedx-library");
  const library = (name, version, more) =>
    new Models.Component(Enums.ComponentType.Library, name, { version, ...more });
  const licensed = (license) =>
    new Models.LicenseRepository([new Models.LicenseExpression(license.replaceAll("/", " OR "))]);

  const { name, version, license } = JSON.parse(readProjectFile("pkg/package.json"));
  const itself = library(name, version, {
    bomRef: `${name}@${version}`,
    purl: `pkg:npm/${name}@${version}`,
    licenses: licensed(license),
  });
  const checksums = checksumsOf(readProjectFile("Cargo.lock"));
  const parts = new Map(
    crates.map((crate) => [
      crate.id,
      library(crate.name, crate.version, {
        bomRef: `${crate.name}@${crate.version}`,
        purl: `pkg:cargo/${crate.name}@${crate.version}`,
        licenses: licensed(crate.license),
        hashes: new Models.HashDictionary([
          [Enums.HashAlgorithm["SHA-256"], checksums.get(`${crate.name} ${crate.version}`)],
        ]),
      }),
    ]),
  );
  for (const { id, needs } of crates)
    for (const need of needs) parts.get(id).dependencies.add(parts.get(need).bomRef);
  const [, rust] = /^channel = "([^"]+)"/m.exec(readProjectFile("rust-toolchain.toml"));
  const standard = library("rust-std", rust, {
    bomRef: `rust-std@${rust}`,
    purl: `pkg:generic/rust-std@${rust}`,
    licenses: licensed("MIT OR Apache-2.0"),
  });
  const components = [...parts.values(), standard];
  for (const { bomRef } of components) itself.dependencies.add(bomRef);

  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component: itself }),
    components: new Models.ComponentRepository(components),
  });
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return serializer.serialize(bom, { sortLists: true, space: 2 });
}

/** Returns the checksums of cargo's lock file, by "name version". */
function checksumsOf(lock) {
  const entries = lock.matchAll(/^name = "(.+)"\nversion = "(.+)"\n(?:source = .+\n)?checksum = "(.+)"/gm);
  return new Map([...entries].map(([, name, version, checksum]) => [`${name} ${version}`, checksum]));
}
