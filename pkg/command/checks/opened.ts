// Opens a page for the checks of pages: the page itself, and the package's files that it loads.

import type { Deployment } from "../deployment.js";
import { type OpenedPage, openPage } from "../document.js";
import { findPackage, type PackageFiles } from "../package-files.js";

export interface Opened {
  deployment: Deployment;
  page: OpenedPage;
  files: PackageFiles;
}

/** Opens the page at this address. Rejects with a `NoAnswer`. */
export async function opened(deployment: Deployment, address: URL): Promise<Opened> {
  const page = await openPage(deployment, address);
  return { deployment, page, files: await findPackage(deployment, page) };
}
