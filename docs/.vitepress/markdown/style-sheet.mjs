// The strict policy allows no style attribute. What would be one is a class, and its rules are in a sheet of their own.

import { createHash } from "node:crypto";

const rules = new Map();

/** The class that stands for a style attribute. */
function classOf(style) {
  const name = `s${createHash("sha256").update(style).digest("hex").slice(0, 7)}`;
  rules.set(name, style);
  return name;
}

/** For Shiki: the colours of each token. */
export const colours = {
  name: "colours-as-classes",
  pre: asClass,
  line: asClass,
  span: asClass,
};

/** `markdown-it` plugin: how a table's cells are aligned. A heading without a word is no heading. */
export function tables(md) {
  md.core.ruler.push("tables", (state) => {
    state.tokens.forEach((token, index, all) => {
      if (token.type === "th_open" && all[index + 1].content === "") token.tag = all[index + 2].tag = "td";
      const style = token.attrGet("style");
      if (!style) return;
      token.attrs = token.attrs.filter(([name]) => name !== "style");
      token.attrJoin("class", classOf(style));
    });
  });
}

function asClass(node) {
  const style = node.properties?.style;
  if (!style) return;
  delete node.properties.style;
  this.addClassToHast(node, classOf(style));
}

export function styleSheet() {
  return [...rules].map(([name, style]) => `.${name}{${style}}\n`).join("");
}
