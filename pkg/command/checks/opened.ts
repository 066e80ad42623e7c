// What the checks of a page share: the page, and where it has the package's files.

import type { Deployment } from "../deployment.js";
import { type OpenedPage, openPage } from "../document.js";
import { findPackage, type PackageFiles } from "../package-files.js";

export interface Opened {
  deployment: Deployment;
  page: OpenedPage;
  files: PackageFiles;
}

/** Rejects with a `NoAnswer`. */
export async function opened(deployment: Deployment, address: URL): Promise<Opened> {
  const page = await openPage(deployment, address);
  return { deployment, page, files: await findPackage(deployment, page) };
}
