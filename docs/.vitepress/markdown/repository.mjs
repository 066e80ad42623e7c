// Links of the documents that lead out of docs/. The documents are written for a plain view of the repository; here each of
// their links gets its address on the site: a document of another folder is a page below /source/, a declaration is its
// reference, and any other file is its text, or its page at the address in SITE_SOURCE.

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const docs = join(root, "docs");

/** Where the copies of documents of other folders lie while the site is built. Not committed. */
export const COPIES = "source";

/** `markdown-it` plugin. `repository`: where the sources are to be read, with a slash at its end, or "". `texts` collects the files that the site has to hold. */
export function repositoryLinks(md, { repository, texts }) {
  md.core.ruler.push("repository-links", (state) => {
    const from = pathInRepository(state.env.realPath ?? state.env.path);
    for (const token of state.tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type === "link_open")
        setTarget(token, "href", (url) => linkFrom(from, url, { repository, texts }));
      if (token.type === "image") setTarget(token, "src", (url) => imageFrom(from, url));
    }
  });
}

/** The path of a page's source: of a copy, that of the document that was copied. */
function pathInRepository(file) {
  const path = relative(docs, file).split(sep).join("/");
  return path.startsWith(`${COPIES}/`) ? path.slice(COPIES.length + 1) : `docs/${path}`;
}

function setTarget(token, name, change) {
  const url = token.attrGet(name);
  if (url === null || /^(?:[a-z][a-z+.-]*:|#|\/)/i.test(url)) return;
  token.attrSet(name, change(url));
}

function linkFrom(from, url, { repository, texts }) {
  // The reference links among its own pages.
  if (from.startsWith("docs/reference/")) return url;
  const [path, hash] = url.split("#");
  const target = posix.join(dirname(from), decodeURI(path)).replace(/\/$/, "");
  const end = hash === undefined ? "" : `#${hash}`;
  if (!existsSync(join(root, target))) throw new Error(`${from}: ${url} leads nowhere`);
  const declared = /^pkg\/adapters\/(?<subpath>.+)\/index\.d\.ts$/;
  if (target === "docs/README.md") return `/index.md${end}`;
  if (/^docs\/.*\.md$/.test(target)) return `/${target.slice("docs/".length)}${end}`;
  if (target.endsWith(".md")) return `/${COPIES}/${target}${end}`;
  if (target === "pkg/adapters") return "/reference/index.md";
  if (target.endsWith(".d.ts")) {
    const { subpath } = declared.exec(target)?.groups ?? {};
    return `/reference/platform-session/${subpath ? `${subpath}/` : ""}index.md`;
  }
  if (statSync(join(root, target)).isDirectory() && existsSync(join(root, target, "README.md")))
    return `/${COPIES}/${target}/README.md${end}`;
  if (repository) return `${repository}${target}${end}`;
  texts.add(target);
  return `/${COPIES}/${target}.txt`;
}

/** Pictures lie in docs/, beside the guides. From a copy they are further away. */
function imageFrom(from, url) {
  const target = posix.join(dirname(from), url);
  const page = from.startsWith("docs/") ? from.slice("docs/".length) : `${COPIES}/${from}`;
  const path = posix.relative(dirname(page), target.slice("docs/".length));
  return path.startsWith(".") ? path : `./${path}`;
}

/** What stands below /source/: a file's text, or the names in a folder. */
export function textOf(target) {
  const path = join(root, target);
  if (statSync(path).isDirectory()) return `${readdirSync(path).sort().join("\n")}\n`;
  return readFileSync(path, "utf8");
}
