// Names of the package in a guide's text lead to the reference: the first time on each page, and not in headings or links.

/** `markdown-it` plugin. `names`: what the declarations export, each with its module and its page. */
export function referenceLinks(md, { names }) {
  const byName = new Map();
  for (const each of names) byName.set(each.name, [...(byName.get(each.name) ?? []), each]);

  md.core.ruler.push("reference-links", (state) => {
    const guide = /([\w-]+)\.md$/.exec(state.env.relativePath ?? "")?.[1];
    if (/^(?:reference|source)\//.test(state.env.relativePath ?? "")) return;
    const linked = new Set();
    state.tokens.forEach((token, index) => {
      if (token.type !== "inline" || state.tokens[index - 1]?.type === "heading_open") return;
      token.children = withLinks(token.children, (text) => addressOf(text, guide, linked), state.Token);
    });
  });

  function addressOf(text, guide, linked) {
    const name = /^(?:<([\w]+)>|([\w]+)(?:\([^)]*\))?)$/.exec(text)?.slice(1).find(Boolean);
    const candidates = byName.get(name) ?? [];
    const module = MODULES[guide] ?? guide;
    const one =
      candidates.find((each) => each.module === `platform-session/${module}`) ??
      candidates.find((each) => each.module === "platform-session") ??
      (candidates.length === 1 ? candidates[0] : undefined);
    if (!one || linked.has(name)) return null;
    linked.add(name);
    return one.path;
  }
}

/** Guides that are not called as their import. */
const MODULES = { next: "react", "react-router": "react", forms: "reauthentication" };

function withLinks(children, addressOf, Token) {
  let depth = 0;
  return children.flatMap((child) => {
    depth += child.type === "link_open" ? 1 : child.type === "link_close" ? -1 : 0;
    const address = child.type === "code_inline" && depth === 0 ? addressOf(child.content) : null;
    if (!address) return [child];
    const open = new Token("link_open", "a", 1);
    open.attrSet("href", address);
    open.attrSet("class", "to-reference");
    return [open, child, new Token("link_close", "a", -1)];
  });
}
