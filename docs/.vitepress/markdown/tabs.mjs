// Between `<!-- tabs -->` and `<!-- /tabs -->`, which a plain view does not show: the same code in several frameworks. Each
// block follows a line that links to its file in examples/; the folder says which framework it is.

import { FRAMEWORKS } from "../theme/frameworks.js";

/** `markdown-it` plugin: makes a `<FrameworkTabs>` of it, with a slot for each block. `base`: the site's path. */
export function frameworkTabs(md, { base }) {
  md.core.ruler.push("framework-tabs", (state) => {
    const made = [];
    let tabs = null;
    for (const token of state.tokens) {
      const comment = token.type === "html_block" ? token.content.trim() : "";
      if (comment === "<!-- tabs -->") {
        tabs = [];
      } else if (comment === "<!-- /tabs -->") {
        made.push(...asTokens(tabs, state.Token));
        tabs = null;
      } else if (comment === "<!-- playground -->") {
        made.push(...asPlayground(state.Token, base));
      } else if (tabs === null) {
        made.push(token);
      } else {
        if (token.type === "paragraph_open") tabs.push([]);
        tabs.at(-1).push(token);
      }
    }
    if (tabs !== null) throw new Error(`${state.env.relativePath}: <!-- tabs --> without its end`);
    state.tokens = made;
  });
}

function asTokens(tabs, Token) {
  const html = (content) => Object.assign(new Token("html_block", "", 0), { content });
  const named = tabs.map((tokens) => ({ tokens, name: frameworkOf(tokens) }));
  const names = named.map(({ name }) => name).join(",");
  return [
    html(`<FrameworkTabs names="${names}">\n`),
    ...named.flatMap(({ tokens, name }) => [html(`<template #${name}>\n`), ...tokens, html("</template>\n")]),
    html("</FrameworkTabs>\n"),
  ];
}

/** A link to the page that is no document: it is in the built site alone. */
function asPlayground(Token, base) {
  const content = `<p><a class="to-playground" href="${base}play/index.html" target="_self">Open the playground</a></p>\n`;
  return [Object.assign(new Token("html_block", "", 0), { content })];
}

function frameworkOf(tokens) {
  const links = tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === "link_open");
  const href = links.map((link) => link.attrGet("href")).find((url) => url.includes("examples/"));
  const folder = /examples\/([\w-]+)/.exec(href ?? "")?.[1];
  const found = FRAMEWORKS.find(({ folders }) => folders.includes(folder));
  if (!found) throw new Error(`No framework has the example ${folder}`);
  return found.name;
}
