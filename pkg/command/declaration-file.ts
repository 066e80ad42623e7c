// The declaration file on the disk: it is whole before and after, also where the machine stops in between.

import { readFile, realpath, rename, rm, writeFile } from "node:fs/promises";

/** The text of the file; `null`: there is no such file. */
export async function readDeclarationFile(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Whether it was another text before. */
export async function writeDeclarationFile(path: string, text: string): Promise<boolean> {
  if ((await readDeclarationFile(path)) === text) return false;
  // Where it is a link, what it leads to is replaced.
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
