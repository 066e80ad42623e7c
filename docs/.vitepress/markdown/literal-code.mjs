// Code, as it stands in the document.

import { withoutIndent } from "../../../scripts/docs/without-indent.mjs";

/** `markdown-it` plugin. */
export function literalCode(md) {
  // What stands in braces within a sentence is shown, not run. VitePress sees to that for blocks alone.
  md.renderer.rules.code_inline = (tokens, index, _options, _env, renderer) => {
    const token = tokens[index];
    return `<code v-pre${renderer.renderAttrs(token)}>${md.utils.escapeHtml(token.content)}</code>`;
  };
  md.core.ruler.push("indent", (state) => {
    for (const token of state.tokens)
      if (token.type === "fence") token.content = withoutIndent(token.content);
  });
}
