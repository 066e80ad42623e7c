// Checks that the page's address is answered with HTML, and whether the page has a Content-Security-Policy.

import type { OpenedPage } from "../document.js";
import { type Finding, judge, right, warning, wrong } from "../finding.js";
import { shapeOf } from "./session.js";

export async function* page({ answer, isHtml, policies }: OpenedPage): AsyncGenerator<Finding> {
  yield judge(
    isHtml,
    right("page", "The page is there."),
    wrong(
      "page",
      `The page is answered ${shapeOf(answer)}, and not 200 with HTML.`,
      "Give the address that the browser ends at: redirects are not followed.",
    ),
  );
  if (isHtml && policies.length === 0)
    yield warning(
      "policy",
      "The page has no Content-Security-Policy.",
      "Nothing stands in the package's way; but see the policy of docs/deploying.md.",
    );
}
