// A page as the server sends it: its policies, its links and its scripts. Not a browser: what a script adds later is not seen.

import type { Deployment } from "./deployment.js";
import type { Answer } from "./request.js";

/** Attributes by their names in small letters. */
export type Attributes = Map<string, string>;

export interface OpenedPage {
  address: URL;
  answer: Answer;
  isHtml: boolean;
  /** Of `<link>`, and of the header `Link`. */
  links: Attributes[];
  scripts: Attributes[];
  /** Of `<script type="importmap">`. */
  importMap: Record<string, string>;
  /** Content security policies, of headers and of `<meta>`. */
  policies: string[];
}

export async function openPage(deployment: Deployment, address: URL): Promise<OpenedPage> {
  const answer = await deployment.get(address, { accept: "text/html", "sec-fetch-dest": "document" });
  const { headers, status, body } = answer;
  const isHtml = status === 200 && /^text\/html\b/i.test(headers.get("content-type") ?? "");
  const html = isHtml ? new TextDecoder().decode(body).replaceAll(/<!--[\s\S]*?-->/g, "") : "";
  const metas = elements(html, "meta").filter((it) => is(it, "http-equiv", "content-security-policy"));
  const named = [headers.get("content-security-policy") ?? "", ...metas.map((it) => it.get("content") ?? "")];
  return {
    address,
    answer,
    isHtml,
    links: [...elements(html, "link"), ...linkHeader(headers.get("link") ?? "")],
    scripts: elements(html, "script"),
    importMap: importMapOf(html),
    policies: named
      .flatMap((text) => text.split(","))
      .map((text) => text.trim())
      .filter(Boolean),
  };
}

/** Whether an attribute has that value, whatever the case. */
export const is = (attributes: Attributes, name: string, value: string) =>
  attributes.get(name)?.trim().toLowerCase() === value;

/** The address that a page means by an attribute; `undefined`: none. */
export function addressIn(page: OpenedPage, attributes: Attributes, name: string): URL | undefined {
  const given = attributes.get(name)?.trim();
  return given && URL.canParse(given, page.address) ? new URL(given, page.address) : undefined;
}

function elements(html: string, name: string): Attributes[] {
  const tags = html.matchAll(new RegExp(`<${name}\\b((?:"[^"]*"|'[^']*'|[^>"'])*)>`, "gi"));
  return [...tags].map(([, inside = ""]) =>
    attributesOf(inside, /([^\s=/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g),
  );
}

/** `</a>; rel=preload; as=fetch, </b>; rel=modulepreload` (RFC 8288). */
function linkHeader(header: string): Attributes[] {
  return [...header.matchAll(/<([^>]*)>((?:"[^"]*"|[^,"])*)/g)].map(([, href = "", rest = ""]) =>
    attributesOf(rest, /([^\s=;]+)(?:\s*=\s*(?:"([^"]*)"()|([^\s;"]+)))?/g).set("href", href),
  );
}

function attributesOf(text: string, pattern: RegExp): Attributes {
  const found = [...text.matchAll(pattern)].map(
    ([, name = "", ...values]) =>
      [name.toLowerCase(), unescaped(values.find((it) => it !== undefined) ?? "")] as const,
  );
  return new Map(found);
}

const unescaped = (text: string) =>
  text.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");

function importMapOf(html: string): Record<string, string> {
  const [, text = "{}"] =
    /<script\b[^>]*\btype\s*=\s*["']?importmap["']?[^>]*>([\s\S]*?)<\/script/i.exec(html) ?? [];
  try {
    return Object(JSON.parse(text)).imports ?? {};
  } catch {
    return {};
  }
}
