// Reads the pages of the built site, and finds their dead links.

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Returns every page, with its path in the folder and its HTML. */
export function pagesOf(folder) {
  return readdirSync(folder, { recursive: true })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".html"))
    .map((path) => ({ path, html: readFileSync(join(folder, path), "utf8") }));
}

/** Returns the links within the site that lead to no file, or to no element with that id. */
export function deadLinks(folder, base) {
  const pages = pagesOf(folder);
  const idsOf = new Map(pages.map(({ path, html }) => [path, new Set(valuesOf(html, "id"))]));
  return pages.flatMap(({ path, html }) =>
    [...valuesOf(html, "href"), ...valuesOf(html, "src")]
      .filter((url) => !leadsSomewhere({ folder, base, idsOf }, path, url))
      .map((url) => `${path}: ${url}`),
  );
}

function leadsSomewhere({ folder, base, idsOf }, path, url) {
  const { origin, pathname, hash } = new URL(url, `https://site.invalid${base}${path}`);
  if (origin !== "https://site.invalid") return true;
  if (!pathname.startsWith(base)) return false;
  const target = decodeURIComponent(pathname.slice(base.length)).replace(/(^|\/)$/, "$1index.html");
  const file = join(folder, target);
  if (!existsSync(file) || !statSync(file).isFile()) return false;
  return hash === "" || !idsOf.has(target) || idsOf.get(target).has(decodeURIComponent(hash.slice(1)));
}

const valuesOf = (html, name) =>
  [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, "g"))].map(([, value]) =>
    value.replaceAll("&amp;", "&"),
  );
