import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * The command-line flags by which a reference deployment signs people in at `provider`. Its client's secret goes by a
 * file that only this user reads; `remove()` deletes it once the deployment has started or ended.
 */
export async function deploymentFlags({ issuer, client }) {
  const directory = await mkdtemp(join(tmpdir(), "platform-idp-"));
  const file = join(directory, "client-secret");
  await writeFile(file, client.secret, { mode: 0o600 });
  return {
    flags: ["--idp", issuer, "--idp-client-id", client.id, "--idp-client-secret-file", file],
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}
