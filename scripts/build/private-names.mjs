// The entry calls what an instance exports by the names that the module gave it.

import { join } from "node:path";
import { wasmDirectory } from "../run/project.mjs";
import { namesOfExports } from "./glue.mjs";

/** esbuild's options for them. */
export function privateNames() {
  const engine = namesOfExports(join(wasmDirectory, "platform_session.js"));
  return {
    mangleProps: new RegExp(`^(?:${Object.keys(engine).join("|")})$`),
    mangleCache: engine,
  };
}
