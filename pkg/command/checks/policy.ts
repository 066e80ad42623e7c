// Checks the page's content security policies: each of them must allow the package's files and its requests.

import { allows, type Policy, readPolicy, sourcesOf, trustsByName } from "../content-policy.js";
import { type Finding, judge, right, warning, wrong } from "../finding.js";
import type { Opened } from "./opened.js";

export async function* policy({ page, files, deployment }: Opened): AsyncGenerator<Finding> {
  const policies = page.policies.map(readPolicy);
  if (policies.length === 0) return;
  const everyPolicy = (allowsIt: (policy: Policy) => boolean) => policies.every(allowsIt);
  const self = page.address;
  const origin = new URL(deployment.origin);
  const mayConnect = (url: URL) =>
    everyPolicy((it) => allows(sourcesOf(it, "connect-src", "default-src"), url, self));

  yield judge(
    mayConnect(origin),
    right("policy-connect", "The policy lets the page ask the deployment (connect-src)."),
    wrong(
      "policy-connect",
      "The policy does not let the page ask the deployment.",
      `Name ${self.origin === origin.origin ? "'self'" : origin.origin} in connect-src.`,
    ),
  );
  if (files.wasm && !mayConnect(files.wasm))
    yield wrong(
      "policy-wasm-file",
      "The policy does not let the package ask for its WebAssembly.",
      `Name ${files.wasm.origin === self.origin ? "'self'" : files.wasm.origin} in connect-src.`,
    );
  const { entry } = files;
  const mayLoad = (it: Policy) => {
    const sources = sourcesOf(it, "script-src-elem", "script-src", "default-src");
    return !sources || trustsByName(sources) || allows(sources, entry?.url ?? self, self);
  };
  yield judge(
    everyPolicy(mayLoad),
    right("policy-script", "It lets the package's script run (script-src)."),
    wrong(
      "policy-script",
      "The policy does not let the package's script run.",
      `Name ${!entry || entry.url.origin === self.origin ? "'self'" : entry.url.origin} in script-src.`,
    ),
  );
  yield judge(
    everyPolicy((it) => {
      const sources = sourcesOf(it, "script-src", "default-src");
      return !sources || sources.some((source) => /^'(?:wasm-)?unsafe-eval'$/i.test(source));
    }),
    right("policy-wasm", "It lets WebAssembly run ('wasm-unsafe-eval')."),
    warning(
      "policy-wasm",
      "The policy does not let WebAssembly run: the page loads its engine as JavaScript, 12 KB more.",
      "Add 'wasm-unsafe-eval' to script-src. It does not allow eval. Else serve dist/without-wasm.js.",
    ),
  );
  if (policies.some((it) => it.get("require-trusted-types-for")?.includes("'script'")))
    yield right(
      "policy-trusted-types",
      "It enforces Trusted Types: the package makes no HTML from text, and needs no policy of its own.",
    );
}
