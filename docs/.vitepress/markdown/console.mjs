// What is copied of a console: the commands, without the prompt and without what they print.

const PROMPT = "$ ";

/** `markdown-it` plugin: VitePress's copy button takes the prompts away where the block is called a shell. */
export function consoleAsShell(md) {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (...given) =>
    fence(...given).replace(/^<div class="language-console/, "$& language-shell");
}

/** For Shiki. */
export const printedLines = {
  name: "printed-lines",
  line(node) {
    if (this.options.lang === "console" && !textOf(node).startsWith(PROMPT))
      this.addClassToHast(node, "vp-copy-ignore");
  },
};

const textOf = (node) => node.value ?? (node.children ?? []).map(textOf).join("");
