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

/** `markdown-it` plugin: how a table's cells are aligned. */
export function alignment(md) {
  md.core.ruler.push("alignment", (state) => {
    for (const token of state.tokens) {
      const style = token.attrGet?.("style");
      if (!style) continue;
      token.attrs = token.attrs.filter(([name]) => name !== "style");
      token.attrJoin("class", classOf(style));
    }
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
