import { readFileSync } from "node:fs";

const AXE = new URL("../../../node_modules/axe-core/axe.min.js", import.meta.url);

/** Returns the rules of axe-core that the page breaks, each with the elements that break it. */
export async function axe(page) {
  await page.evaluate(readFileSync(AXE, "utf8"));
  return page.evaluate(async () => {
    const { violations, passes } = await globalThis.axe.run(document);
    if (passes.length === 0) throw new Error("axe has checked nothing");
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`);
  });
}
