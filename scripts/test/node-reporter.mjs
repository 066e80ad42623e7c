// A reporter for node:test, which writes the counts of tests and the list of failures as JSON.

import { relative } from "node:path";

export default async function* report(events) {
  const counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for await (const { type, data } of events) {
    if (type !== "test:pass" && type !== "test:fail") continue;
    const { name, details, skip, todo } = data;
    const file = relative(process.cwd(), data.file ?? name);
    const { error } = details;
    // node:test reports a file itself as a test if it could not be loaded, or has no tests; the latter as passed.
    const isFile = name.endsWith(".test.mjs") && relative(process.cwd(), name) === file;
    const fail = (message) => {
      counts.failed += 1;
      counts.failures.push({ ...(isFile ? {} : { name }), file, message });
    };
    if (type === "test:pass" && isFile) fail(`${file} holds no test.`);
    // A test that contains failed tests is not counted: each of those is.
    else if (type === "test:fail" && error?.failureType === "subtestsFailed") continue;
    else if (type === "test:fail" && todo === undefined)
      fail(String(error?.cause?.message ?? error?.message));
    else if (details.type === "suite") continue;
    else if (skip !== undefined || todo !== undefined) counts.skipped += 1;
    else counts.passed += 1;
  }
  yield JSON.stringify(counts);
}
