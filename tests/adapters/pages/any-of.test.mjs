// `anyOf` in the markup of each framework: a gate that one of several conditions opens.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { frameworks } from "../../consumers/support/places.mjs";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { until } from "../../e2e/support/until.mjs";
import { SIGNED_IN } from "../conformance/app.mjs";
import { bundleSite, once } from "../support/bundle.mjs";
import { svelte } from "../support/svelte.mjs";

/** A plugin of esbuild that compiles a `.vue` file which has only a template. */
const vueTemplates = {
  name: "vue-templates",
  setup({ onLoad }) {
    onLoad({ filter: /\.vue$/ }, ({ path }) => {
      const { compileTemplate, parse } = createRequire(frameworks)("vue/compiler-sfc");
      const { content } = parse(readFileSync(path, "utf8")).descriptor.template;
      const compilerOptions = { isCustomElement: (tag) => tag === "permission-gate" };
      const { code } = compileTemplate({ source: content, filename: path, id: "any-of", compilerOptions });
      return { contents: code, loader: "js" };
    });
  },
};

/** Returns a text without spaces: each framework treats the space between elements in its own way. */
const withoutSpace = (text) => text.replaceAll(/\s/g, "");

for (const { title, expects = [], site, shown } of [
  {
    title:
      "Vue: Gate takes anyOf in both spellings, an element as :anyOf; :any-of sets an attribute of an element, which denies",
    expects: [/TypeError: conditions must be an object/],
    site: once(() => bundleSite("any-of.vue.js", { plugins: [vueTemplates] })),
    shown: "of one ofOne no Gate noGate element no element no text",
  },
  {
    title: "React: an element takes anyOf as a property",
    site: once(() => bundleSite("any-of.react.jsx")),
    shown: "element no element",
  },
  {
    title: "Svelte: an element takes anyOf as a property",
    site: once(() => bundleSite("any-of.svelte.js", { plugins: [svelte] })),
    shown: "element no element",
  },
  {
    title: "Solid: an element takes anyOf as a property",
    site: once(() => bundleSite("any-of.solid.jsx")),
    shown: "element no element",
  },
])
  test(
    title,
    scenario({ expects }, async (given) => {
      const { origin, control } = await given.another(await site());
      await control.faults(SIGNED_IN);
      const page = await given.context.newPage();
      await page.goto(origin);
      await until(`the page to show: ${shown}`, async () => {
        // biome-ignore lint/performance/useDomNodeTextContent: what is shown, and not what is slotted nowhere.
        const text = await page.locator("#app").innerText();
        return withoutSpace(text) === withoutSpace(shown);
      });
    }),
  );
