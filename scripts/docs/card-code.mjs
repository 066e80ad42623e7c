// Makes the code samples beside the demo's cards, from lines of the examples, which tests build and run.

import { readProjectFile } from "../run/project.mjs";
import { withoutIndent } from "./without-indent.mjs";

export const CARD_CODE = "www/card-code.js";

/** By framework: the example's file, and patterns that match its gate of a feature and its gate of a role. */
const SOURCES = [
  {
    name: "javascript",
    title: "JavaScript",
    guide: "getting-started",
    file: "examples/getting-started/main.js",
    feature: [/^function showWhere[\s\S]*?^}$/m, /^showWhere\(\{ feature.*$/m],
  },
  {
    name: "react",
    title: "React",
    guide: "react",
    file: "examples/react/src/Reports.tsx",
    feature: [/^ *<Gate feature=[\s\S]*?<\/Gate>$/m],
    role: [/^ *<Gate atLeast=[\s\S]*?<\/Gate>$/m],
  },
  {
    name: "vue",
    title: "Vue",
    guide: "vue",
    file: "examples/vue/src/Reports.vue",
    feature: [/^ *<Gate feature=[\s\S]*?<\/Gate>$/m],
    role: [/^ *<Gate at-least=[\s\S]*?<\/Gate>$/m],
  },
  {
    name: "svelte",
    title: "Svelte",
    guide: "svelte",
    file: "examples/svelte/src/routes/reports/+page.svelte",
    feature: [/^ *<Gate feature=[\s\S]*?<\/Gate>$/m],
    role: [/^ *<Gate atLeast=[\s\S]*?<\/Gate>$/m],
  },
  {
    name: "solid",
    title: "Solid",
    guide: "solid",
    file: "examples/solid/src/Reports.tsx",
    feature: [/^ *<Gate feature=[\s\S]*?<\/Gate>$/m],
    role: [/^ *<Gate atLeast=[\s\S]*?<\/Gate>$/m],
  },
  {
    name: "angular",
    title: "Angular",
    guide: "angular",
    file: "examples/angular/src/reports.ts",
    feature: [
      /^ *protected readonly hasChats = .*$/m,
      /^( *)@if \(hasChats\(\)\) \{[\s\S]*?^\1\} @else \{[\s\S]*?^\1\}$/m,
    ],
    role: [/^ *protected readonly expert = .*$/m, /^( *)@switch \(expert\(\)\) \{[\s\S]*?^\1\}$/m],
  },
  {
    name: "elements",
    title: "HTML",
    guide: "elements",
    file: "examples/elements/reports/index.html",
    feature: [/^ *<permission-gate feature=[\s\S]*?<\/permission-gate>$/m],
    role: [/^ *<permission-gate at-least=[\s\S]*?<\/permission-gate>$/m],
  },
];

/** Returns the text of `www/card-code.js`. */
export function makeCardCode() {
  const frameworks = SOURCES.map(({ name, title, guide, file, feature, role = feature }) => {
    const text = readProjectFile(file);
    return {
      name,
      title,
      guide,
      file,
      feature: linesOf(text, feature, file),
      role: linesOf(text, role, file),
    };
  });
  return `// Made by "npm run docs" from the files that it names. A test holds it to them.\n\nexport const FRAMEWORKS = ${JSON.stringify(frameworks, null, 2)};\n`;
}

function linesOf(text, parts, file) {
  return parts
    .map((part) => {
      const [found] = part.exec(text) ?? [];
      if (found === undefined) throw new Error(`${file} has nothing like ${part}`);
      return withoutIndent(found);
    })
    .join("\n\n");
}
