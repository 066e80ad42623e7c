// The Content-Security-Policy of docs/deploying.md, which `vite preview` sends with the option `policy`.

import type { PreviewOptions } from "vite";

type Directives = Readonly<Record<string, string | false>>;
type HttpHeaders = NonNullable<PreviewOptions["headers"]>;

const DIRECTIVES = {
  "default-src": "'none'",
  "script-src": "'self' 'wasm-unsafe-eval'",
  "connect-src": "'self'",
  "img-src": "data: 'self'",
  "style-src": "'self'",
  "require-trusted-types-for": "'script'",
};
const HEADER = "Content-Security-Policy";

/** Returns the policy. Directives in `given` replace the default ones, or are added; a directive that is `false` is left out. */
export function policyWith(given: Directives): string {
  for (const [name, sources] of Object.entries(given)) {
    // No `;` or `,`, which end a directive or the policy, and only characters that a header carries (CSP3, 2.2.1).
    const isText = typeof sources === "string" && /^[\t\x20-\x7e]*$/.test(sources) && !/[;,]/.test(sources);
    if (!/^[a-z-]+$/.test(name) || !(isText || sources === false))
      throw new TypeError(`platformSession: policy: ${name} must be a directive with its sources, or false`);
  }
  const directives = Object.entries<string | false>({ ...DIRECTIVES, ...given });
  return directives
    .filter(([, sources]) => sources !== false)
    .map((directive) => directive.join(" ").trim())
    .join("; ");
}

/** Returns the headers with the policy added. If the application has set a policy, the headers are unchanged. */
export function withPolicy(headers: HttpHeaders | undefined, policy: string): HttpHeaders {
  const isGiven = Object.keys(headers ?? {}).some((name) => name.toLowerCase() === HEADER.toLowerCase());
  return isGiven ? (headers as HttpHeaders) : { ...headers, [HEADER]: policy };
}
