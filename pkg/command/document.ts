// Reads a page as its server sends it: policies, links and scripts. No script runs, so nodes that a script would add are not seen.

import type { Deployment } from "./deployment.js";
import type { Answer } from "./request.js";
import { type Attributes, type Tag, tagsIn } from "./tags.js";

export type { Attributes };

export interface OpenedPage {
  address: URL;
  /** The address to which relative addresses in the page refer. */
  base: URL;
  answer: Answer;
  isHtml: boolean;
  /** The attributes of each `<link>`, and of each entry of the header `Link`. */
  links: Attributes[];
  scripts: Attributes[];
  /** The `imports` of `<script type="importmap">`. */
  importMap: Record<string, string>;
  /** The content security policies in headers and in `<meta>` elements. */
  policies: string[];
}

export async function openPage(deployment: Deployment, address: URL): Promise<OpenedPage> {
  const answer = await deployment.get(address, { accept: "text/html", "sec-fetch-dest": "document" });
  const { headers, status, body } = answer;
  const isHtml = status === 200 && /^text\/html\b/i.test(headers.get("content-type") ?? "");
  const tags = isHtml ? [...tagsIn(new TextDecoder().decode(body))] : [];
  const attributesOf = (name: string) => tags.filter((tag) => tag.name === name).map((tag) => tag.attributes);
  const metas = attributesOf("meta").filter((meta) => is(meta, "http-equiv", "content-security-policy"));
  const policyTexts = [
    headers.get("content-security-policy") ?? "",
    ...metas.map((meta) => meta.get("content") ?? ""),
  ];
  return {
    address,
    base: baseOf(attributesOf("base")[0], address),
    answer,
    isHtml,
    links: [...attributesOf("link"), ...linkHeader(headers.get("link") ?? "")],
    scripts: attributesOf("script"),
    importMap: importMapOf(tags),
    policies: policyTexts
      .flatMap((text) => text.split(","))
      .map((text) => text.trim())
      .filter(Boolean),
  };
}

/** Whether an attribute has this value. `value` is in lower case, and upper and lower case count as equal. */
export const is = (attributes: Attributes, name: string, value: string) =>
  attributes.get(name)?.trim().toLowerCase() === value;

/** Returns the address in an attribute, resolved against the page's base; `undefined` if there is none. */
export function addressIn(page: OpenedPage, attributes: Attributes, name: string): URL | undefined {
  const given = attributes.get(name)?.trim();
  return given && URL.canParse(given, page.base) ? new URL(given, page.base) : undefined;
}

function baseOf(element: Attributes | undefined, address: URL): URL {
  const href = element?.get("href") ?? "";
  return URL.canParse(href, address) ? new URL(href, address) : address;
}

/** Returns the entries of a `Link` header (RFC 8288), such as `</a>; rel=preload; as=fetch, </b>; rel=modulepreload`, as attributes. */
function linkHeader(header: string): Attributes[] {
  return [...header.matchAll(/<([^>]*)>((?:"[^"]*"|[^,"])*)/g)].map(([, href = "", rest = ""]) => {
    const parameters = rest.matchAll(/([^\s=;]+)(?:\s*=\s*(?:"([^"]*)"|([^\s;"]+)))?/g);
    const named = [...parameters].map(
      ([, name = "", quoted, plain]) => [name.toLowerCase(), quoted ?? plain ?? ""] as const,
    );
    return new Map([...named, ["href", href]]);
  });
}

function importMapOf(tags: readonly Tag[]): Record<string, string> {
  const element = tags.find(
    ({ name, attributes }) => name === "script" && is(attributes, "type", "importmap"),
  );
  try {
    return Object(JSON.parse(element?.text ?? "{}")).imports ?? {};
  } catch {
    return {};
  }
}
