/** `markdown-it` plugin: what stands in braces, in code within a sentence, is shown, not run. VitePress does so for blocks alone. */
export function literalCode(md) {
  md.renderer.rules.code_inline = (tokens, index, _options, _env, renderer) => {
    const token = tokens[index];
    return `<code v-pre${renderer.renderAttrs(token)}>${md.utils.escapeHtml(token.content)}</code>`;
  };
}
