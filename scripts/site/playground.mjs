// Writes the playground: the demo of www/ with a test session in place of a deployment, as static files in the folder play/ of the site.

import { copyFileSync, cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readProjectFile, root } from "../run/project.mjs";

/** The files of the package that the demo's modules import. */
const PACKAGE_FILES = ["index.js", "dist/testing.js", "dist/inspector.js", "dist/sign-in-form.js"];

/** The changes to the demo's page: a pattern, and the text that replaces its match. */
const CHANGES = [
  // The playground runs no WebAssembly, and preloads nothing.
  [/ 'wasm-unsafe-eval'/, ""],
  [/ *<!-- Start-up:.*\n/, ""],
  [/ *<link rel="(?:preload|modulepreload)"[^>]*>\n/g, ""],
  [/\.\/main\.js/, "./playground.js"],
  [
    /<link rel="stylesheet" href="\.\/reference\.css">/,
    '$&\n    <link rel="stylesheet" href="./playground.css">',
  ],
  [/<title>.*<\/title>/, "<title>Playground | platform-session</title>"],
  [/The demo of platform-session:/, "The playground of platform-session, without a server:"],
  [
    /<p>One session, and the gates it opens\.<\/p>/,
    "<p>The playground: one session, and the gates it opens.</p>",
  ],
  [
    /<a class="button" data-testid="preview"[^>]*>[^<]*<\/a>/,
    '<a class="button" href="../">Guides</a> <a class="button" href="../reference/">Reference</a>',
  ],
  [
    /<code>npm run site<\/code> serves the guides, at\s*<a id="guides"[^>]*>[^<]*<\/a>/,
    '<a id="guides" href="../">All guides</a>',
  ],
  [/http:\/\/127\.0\.0\.1:8788\//g, "../"],
];

/** Writes the playground into the built site. */
export function writePlayground(site) {
  const folder = join(site, "play");
  for (const name of readdirSync(join(root, "www")).filter((name) => /\.(?:js|css)$/.test(name)))
    copy(join(root, "www", name), join(folder, name));
  cpSync(join(root, "www/icons"), join(folder, "icons"), { recursive: true });
  for (const name of PACKAGE_FILES) copy(join(root, "pkg", name), join(folder, "pkg", name));
  writeFileSync(join(folder, "index.html"), makePage());
}

function makePage() {
  let page = readProjectFile("www/index.html");
  for (const [pattern, replacement] of CHANGES) {
    const changed = page.replace(pattern, replacement);
    if (changed === page) throw new Error(`www/index.html has nothing like ${pattern}`);
    page = changed;
  }
  return page;
}

function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}
