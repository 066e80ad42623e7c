// The site: the documents of docs/ as they are. `npm run site` writes docs/reference/ and docs/source/ first.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { consoleAsShell, printedLines } from "./markdown/console.mjs";
import { literalCode } from "./markdown/literal-code.mjs";
import { referenceLinks } from "./markdown/names.mjs";
import { repositoryLinks, textOf } from "./markdown/repository.mjs";
import { slugOf } from "./markdown/slug.mjs";
import { colours, styleSheet, tables } from "./markdown/style-sheet.mjs";
import { frameworkTabs } from "./markdown/tabs.mjs";
import { GUIDES, referenceSidebar } from "./navigation.mjs";
import { ownScripts } from "./own-scripts.mjs";
import { sidebarItems } from "./sidebar-items.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const base = process.env.SITE_BASE ?? "/";
/** The files of the repository that the documents link to, and that the site holds as text. */
const texts = new Set();
const names = existsSync(here("../reference/names.json"))
  ? JSON.parse(readFileSync(here("../reference/names.json"), "utf8"))
  : [];
const scripts = ownScripts(base);
const slugify = { slugify: slugOf };

export default defineConfig({
  title: "platform-session",
  description: "The session of a web page on a platform deployment, and the gates that it opens.",
  lang: "en",
  base,
  outDir: process.env.SITE_OUT ?? here("../../target/site"),
  cacheDir: here("../../target/site-cache"),
  rewrites: { "README.md": "index.md" },
  // Of addresses on the reader's own machine nothing is known; any other dead link ends the build.
  ignoreDeadLinks: "localhostLinks",
  // While it changes, VitePress would add a style element, which the strict policy refuses.
  appearance: { disableTransition: false },
  // Inline scripts become files: the strict policy allows none.
  metaChunk: true,
  transformHtml: scripts.moveOut,
  head: [
    ["link", { rel: "icon", type: "image/svg+xml", href: `${base}gate.svg` }],
    ["link", { rel: "stylesheet", href: `${base}assets/code.css` }],
    ["meta", { name: "color-scheme", content: "light dark" }],
  ],
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    codeTransformers: [colours, printedLines],
    anchor: slugify,
    headers: slugify,
    toc: slugify,
    config(md) {
      md.use(frameworkTabs, { base });
      md.use(referenceLinks, { names });
      md.use(repositoryLinks, { repository: process.env.SITE_SOURCE ?? "", texts });
      md.use(tables);
      md.use(literalCode);
      md.use(consoleAsShell);
    },
  },
  transformPageData(page) {
    if (page.relativePath === "index.md") page.frontmatter.aside = false;
    if (/^(?:reference|source)\//.test(page.relativePath))
      page.frontmatter.prev = page.frontmatter.next = false;
  },
  themeConfig: {
    logo: "/gate.svg",
    nav: [
      { text: "Guides", link: "/getting-started", activeMatch: "^/(?!reference/)" },
      { text: "Reference", link: "/reference/", activeMatch: "^/reference/" },
      { text: "Playground", link: "/play/index.html", target: "_self", noIcon: true },
    ],
    sidebar: { "/reference/": referenceSidebar(names), "/": GUIDES },
    outline: { level: [2, 3], label: "On this page" },
    externalLinkIcon: true,
    notFound: {
      quote: "The address may have changed. The search, above, has every page of the guides.",
      linkLabel: "All guides",
      linkText: "All guides",
    },
    search: {
      provider: "local",
      options: { detailedView: true, disableQueryPersistence: true },
    },
  },
  vite: {
    plugins: [sidebarItems],
    publicDir: here("../../www/icons"),
    resolve: {
      alias: [{ find: /^minisearch$/, replacement: here("theme/search/minisearch.js") }],
    },
    build: { chunkSizeWarningLimit: 2_000 },
  },
  buildEnd({ outDir }) {
    const write = (path, text) => {
      mkdirSync(dirname(join(outDir, path)), { recursive: true });
      writeFileSync(join(outDir, path), text);
    };
    for (const target of texts) write(`source/${target}.txt`, textOf(target));
    write("assets/code.css", styleSheet());
    scripts.write(write);
  },
});
