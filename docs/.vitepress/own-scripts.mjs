// VitePress writes two scripts into each page's head: the colour scheme, before anything is painted, and the keys of a Mac.
// The strict policy allows no inline script, so each becomes a file of its own, loaded in the same place.

import { createHash } from "node:crypto";

export function ownScripts(base) {
  const files = new Map();
  return {
    /** The page, with a file in place of each inline script. */
    moveOut(html) {
      return withoutStyles(html).replace(
        /<script(?<attributes>[^>]*)>(?<code>[^<][\s\S]*?)<\/script>/g,
        (...found) => {
          const { attributes, code } = found.at(-1);
          const name = `assets/inline.${createHash("sha256").update(code).digest("hex").slice(0, 8)}.js`;
          files.set(name, code);
          return `<script${attributes} src="${base}${name}"></script>`;
        },
      );
    },
    write(write) {
      for (const [name, code] of files) write(name, code);
    },
  };
}

/** Two attributes of VitePress's own: style.css has their rules. */
const withoutStyles = (html) => html.replaceAll(/ style="(?:position:relative|--vp-vh:0px);"/g, "");
