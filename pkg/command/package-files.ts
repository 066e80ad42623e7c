// Finds the package's files of a page: in its head, and in the modules that its scripts import.

import type { Deployment } from "./deployment.js";
import { addressIn, is, type OpenedPage } from "./document.js";
import { type Answer, NoAnswer } from "./request.js";

export interface LoadedModule {
  url: URL;
  answer: Answer;
}

export interface PackageFiles {
  /** The module or bundle with the package in it. */
  entry: LoadedModule | undefined;
  wasm: URL | undefined;
}

/** How many modules are loaded at most. */
const MOST_MODULES = 60;
/** The beginning of the WebAssembly's file name, which bundlers keep. */
const WASM = "platform_session_bg";
const LONGEST_ADDRESS = 1000;
// Each repetition is bounded, so that the time for a hostile module grows only with its length.
const IMPORT = /\b(?:from|import)\s{0,99}(?:\(\s{0,99})?["'`]([^"'`\s]{1,1000})["'`]/g;

export async function findPackage(deployment: Deployment, page: OpenedPage): Promise<PackageFiles> {
  const preloads = page.links.filter((link) => is(link, "rel", "modulepreload"));
  const first = [
    ...preloads.map((link) => addressIn(page, link, "href")),
    ...page.scripts.map((script) => addressIn(page, script, "src")),
  ];
  const queue = new Set(first.filter((url) => url !== undefined).map((url) => url.href));
  let loaded = 0;
  for (const href of queue) {
    loaded += 1;
    if (loaded > MOST_MODULES) break;
    const url = new URL(href);
    const answer = await read(deployment, url);
    if (answer?.status !== 200) continue;
    const code = new TextDecoder().decode(answer.body);
    const wasmAddress = wasmAddressIn(code);
    if (wasmAddress) return { entry: { url, answer }, wasm: wasmOf(page) ?? new URL(wasmAddress, url) };
    for (const [, specifier = ""] of code.matchAll(IMPORT)) {
      const imported = resolve(specifier, url, page);
      if (imported) queue.add(imported.href);
    }
  }
  return { entry: undefined, wasm: wasmOf(page) };
}

/** Returns the address of the WebAssembly from the code: the string literal that contains its name. */
function wasmAddressIn(code: string): string | undefined {
  let end = 0;
  for (let at = code.indexOf(WASM); at !== -1; at = code.indexOf(WASM, end)) {
    const before = /["'`]([^"'`\s]*)$/.exec(code.slice(Math.max(end, at - LONGEST_ADDRESS), at))?.[1];
    const after = /^([^"'`\s]*)["'`]/.exec(code.slice(at, at + LONGEST_ADDRESS))?.[1];
    if (before !== undefined && after !== undefined && /^\w+[\w.-]*\.wasm/.test(after)) return before + after;
    end = at + (after?.length ?? WASM.length);
  }
  return undefined;
}

/** Returns the address of the WebAssembly that the head preloads. */
function wasmOf(page: OpenedPage): URL | undefined {
  const link = page.links.find((it) => is(it, "as", "fetch") && /\.wasm\b/.test(it.get("href") ?? ""));
  return link && addressIn(page, link, "href");
}

function resolve(specifier: string, importedBy: URL, { importMap, base }: OpenedPage): URL | undefined {
  const mapped = Object.hasOwn(importMap, specifier) ? importMap[specifier] : undefined;
  if (typeof mapped === "string") return URL.canParse(mapped, base) ? new URL(mapped, base) : undefined;
  const isAddress = /^(?:\.{0,2}\/|https?:)/.test(specifier);
  return isAddress && URL.canParse(specifier, importedBy) ? new URL(specifier, importedBy) : undefined;
}

async function read(deployment: Deployment, url: URL): Promise<Answer | undefined> {
  try {
    return /^https?:$/.test(url.protocol) ? await deployment.get(url) : undefined;
  } catch (error) {
    if (error instanceof NoAnswer) return undefined;
    throw error;
  }
}
