import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Returns the command-line flags by which a reference deployment uses this provider. The client secret is in a file that only this user can
 * read; `remove()` deletes it, once the deployment has started.
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
