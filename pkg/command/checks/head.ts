// Checks the preload lines in the page's head, with which the first gate opens sooner (`docs/deploying.md`, The fastest start).

import { type Attributes, addressIn, is } from "../document.js";
import { type Finding, judge, right, warning } from "../finding.js";
import { PATHS } from "../identity-api.js";
import type { Opened } from "./opened.js";

const GUIDE = "docs/deploying.md, The fastest start";

export async function* head({ deployment, page, files }: Opened): AsyncGenerator<Finding> {
  const preloads = page.links.filter((link) => is(link, "rel", "preload") && is(link, "as", "fetch"));
  const leadsTo = (url: URL) => (link: Attributes) => addressIn(page, link, "href")?.href === url.href;

  const sessionLink = preloads.find((link) => addressIn(page, link, "href")?.pathname === PATHS.session);
  if (page.address.origin !== deployment.origin) {
    if (sessionLink && addressIn(page, sessionLink, "href")?.origin === page.address.origin)
      yield warning(
        "head-session",
        "The head asks the page's own server for the session, and not the deployment.",
        "Leave that line out: the page is on another origin.",
      );
  } else yield ofPreload(sessionLink, "session", "use-credentials");

  const { entry, wasm } = files;
  if (entry) {
    const isPreloaded = page.links.some(
      (link) => is(link, "rel", "modulepreload") && leadsTo(entry.url)(link),
    );
    const isScript = page.scripts.some((script) => addressIn(page, script, "src")?.href === entry.url.href);
    yield judge(
      isPreloaded || isScript,
      right("head-module", "The document itself asks for the module with the package."),
      warning(
        "head-module",
        "Another module must arrive before the browser learns of the one with the package.",
        `Add <link rel="modulepreload"> with its address (${GUIDE}).`,
      ),
    );
  }
  if (wasm) yield ofPreload(preloads.find(leadsTo(wasm)), "WebAssembly", "");
}

/** `crossorigin`: the value that fits the package's own request. With another value the browser sends the request twice. */
function ofPreload(
  link: Attributes | undefined,
  what: "session" | "WebAssembly",
  crossorigin: string,
): Finding {
  const code = `head-${what === "session" ? "session" : "wasm"}`;
  if (!link)
    return warning(
      code,
      `The head does not ask for the ${what} ahead: the first gate opens later.`,
      `Add the line (${GUIDE}).`,
    );
  const given = link.get("crossorigin")?.toLowerCase();
  const isRight = crossorigin === "" ? given === "" || given === "anonymous" : given === crossorigin;
  return judge(
    isRight,
    right(code, `The head asks for the ${what} ahead.`),
    warning(
      `${code}-crossorigin`,
      `The head's line for the ${what} has a wrong crossorigin: the browser asks twice.`,
      `Write ${crossorigin ? `crossorigin="${crossorigin}"` : "crossorigin, without a value"}.`,
    ),
  );
}
