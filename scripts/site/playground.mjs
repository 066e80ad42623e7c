// The playground: the demo of www/, with the tests' double in place of a deployment. Static files, below play/ of the site.

import { copyFileSync, cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readProjectFile, root } from "../run/project.mjs";

/** What the demo's modules import of the package. */
const OF_THE_PACKAGE = ["index.js", "dist/testing.js", "dist/inspector.js", "dist/sign-in-form.js"];

/** Each change to the demo's page: what is there, and what stands in its place. */
const CHANGES = [
  // No WebAssembly runs, and nothing is asked for before a script has.
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

/** Writes it into the built site. */
export function writePlayground(site) {
  const folder = join(site, "play");
  for (const name of readdirSync(join(root, "www")).filter((name) => /\.(?:js|css)$/.test(name)))
    copy(join(root, "www", name), join(folder, name));
  cpSync(join(root, "www/icons"), join(folder, "icons"), { recursive: true });
  for (const name of OF_THE_PACKAGE) copy(join(root, "pkg", name), join(folder, "pkg", name));
  writeFileSync(join(folder, "index.html"), makePage());
}

function makePage() {
  let page = readProjectFile("www/index.html");
  for (const [there, here] of CHANGES) {
    const changed = page.replace(there, here);
    if (changed === page) throw new Error(`www/index.html has nothing like ${there}`);
    page = changed;
  }
  return page;
}

function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}
