// Reads and writes the declaration file. It is replaced at once, so that it is complete even if the machine stops in between.

import { readFile, realpath, rename, rm, writeFile } from "node:fs/promises";

/** Resolves with the text of the file; `null` if it does not exist. */
export async function readDeclarationFile(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Writes the file. Resolves to whether its text has changed. */
export async function writeDeclarationFile(path: string, text: string): Promise<boolean> {
  if ((await readDeclarationFile(path)) === text) return false;
  // Of a symbolic link, the target is replaced and not the link.
  const target = await realpath(path).catch(() => path);
  const draft = `${target}.${process.pid}.new`;
  try {
    await writeFile(draft, text, { flag: "wx" });
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  return true;
}
