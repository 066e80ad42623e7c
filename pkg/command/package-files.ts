// Where a page has the package's files: found in its head, or in the modules that its scripts import.

import type { Deployment } from "./deployment.js";
import { addressIn, is, type OpenedPage } from "./document.js";
import { type Answer, NoAnswer } from "./request.js";

export interface Found {
  url: URL;
  answer: Answer;
}

export interface PackageFiles {
  /** The module or bundle with the package in it. */
  entry: Found | undefined;
  wasm: URL | undefined;
}

const MOST_MODULES = 60;
/** As the package names it, and as bundlers name it anew. */
const WASM = /["'`]([^"'`\s]*platform_session_bg[\w.-]*\.wasm[^"'`\s]*)["'`]/;
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*["'`]([^"'`\s]+)["'`]/g;

export async function findPackage(deployment: Deployment, page: OpenedPage): Promise<PackageFiles> {
  const preloads = page.links.filter((link) => is(link, "rel", "modulepreload"));
  const first = [
    ...preloads.map((link) => addressIn(page, link, "href")),
    ...page.scripts.map((script) => addressIn(page, script, "src")),
  ];
  const queue = first.filter((url) => url !== undefined).map((url) => url.href);
  const seen = new Set(queue);
  for (const href of seen) {
    if (seen.size > MOST_MODULES) break;
    const url = new URL(href);
    const answer = await read(deployment, url);
    if (answer?.status !== 200) continue;
    const code = new TextDecoder().decode(answer.body);
    const [, named] = WASM.exec(code) ?? [];
    if (named) return { entry: { url, answer }, wasm: wasmOf(page) ?? new URL(named, url) };
    for (const [, specifier = ""] of code.matchAll(IMPORT)) {
      const imported = resolve(specifier, url, page);
      if (imported) seen.add(imported.href);
    }
  }
  return { entry: undefined, wasm: wasmOf(page) };
}

/** The one that the head names. */
function wasmOf(page: OpenedPage): URL | undefined {
  const link = page.links.find((it) => is(it, "as", "fetch") && /\.wasm\b/.test(it.get("href") ?? ""));
  return link && addressIn(page, link, "href");
}

function resolve(specifier: string, importedBy: URL, { importMap, address }: OpenedPage): URL | undefined {
  const mapped = Object.hasOwn(importMap, specifier) ? importMap[specifier] : undefined;
  if (typeof mapped === "string") return URL.canParse(mapped, address) ? new URL(mapped, address) : undefined;
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
