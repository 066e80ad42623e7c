// Makes the page with the inspector (`apps/inspector`), and reads its panel.

import { readFileSync, writeFileSync } from "node:fs";
import { credentialsOf } from "../../e2e/support/accounts.mjs";
import { codeOf } from "../../e2e/support/documents.mjs";
import { until } from "../../e2e/support/until.mjs";
import * as site from "./site.mjs";

/** The line of docs/deploying.md that preloads the session's first read. */
const preload = /<link rel="preload"[^>]*>/.exec(codeOf("docs/deploying.md", "html").join())[0];

/** Makes the folder of the page, with a second page, `preload.html`, that has the preload line. */
export function layOut() {
  const folder = site.layOut("inspector");
  const plain = readFileSync(`${folder}index.html`, "utf8");
  writeFileSync(`${folder}preload.html`, plain.replace("<meta charset", `${preload}$&`));
  return folder;
}

export async function open(context, deployment, query) {
  const page = await site.open(context, deployment, query);
  await page.waitForFunction(() => globalThis.hold);
  return page;
}

export const signIn = (page, name) =>
  page.evaluate((credentials) => shown.login(credentials).then(() => {}), credentialsOf(name));
export const hold = (page, conditions) => page.evaluate((given) => hold(given), conditions);
export const select = (page, name) => page.getByRole("tab", { name }).click();

/** Returns what the panel says of each gate: "closed · feature a: why". */
export const gatesOf = (page) =>
  page.evaluate(() =>
    [...document.querySelector("platform-session-inspector").shadowRoot.querySelectorAll(".gates li")].map(
      (row) => {
        const [state, name, why] = [".state", ".name", ".why"].map(
          (part) => row.querySelector(part).textContent,
        );
        return `${state} · ${name}: ${why}`;
      },
    ),
  );
/** Waits until the panel has this line for a gate, or one that matches. */
export const says = (page, line) =>
  until(`the panel to say ${line}`, async () => {
    const lines = await gatesOf(page);
    return lines.some((each) => (line instanceof RegExp ? line.test(each) : each === line));
  });
export const textOf = (page) =>
  page.evaluate(() => {
    const panel = document.querySelector("platform-session-inspector").shadowRoot.querySelector(".panel");
    // biome-ignore lint/performance/useDomNodeTextContent: what is shown, in lines, and not what is hidden.
    return panel.innerText;
  });
export const shows = (page, pattern) =>
  until(`the panel to show ${pattern}`, async () => pattern.test(await textOf(page)));
