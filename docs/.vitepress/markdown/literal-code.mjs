// Code, as it stands in the document.

/** `markdown-it` plugin. */
export function literalCode(md) {
  // What stands in braces within a sentence is shown, not run. VitePress sees to that for blocks alone.
  md.renderer.rules.code_inline = (tokens, index, _options, _env, renderer) => {
    const token = tokens[index];
    return `<code v-pre${renderer.renderAttrs(token)}>${md.utils.escapeHtml(token.content)}</code>`;
  };
  // Lines out of the midst of a file are as far in as there.
  md.core.ruler.push("indent", (state) => {
    for (const token of state.tokens)
      if (token.type === "fence") token.content = withoutIndent(token.content);
  });
}

function withoutIndent(code) {
  const lines = code.split("\n");
  const indents = lines.filter((line) => line.trim() !== "").map((line) => /^ */.exec(line)[0].length);
  const indent = Math.min(...indents, code.length);
  return lines.map((line) => line.slice(indent)).join("\n");
}
