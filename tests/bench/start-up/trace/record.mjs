// Records Chromium's trace of a visit: tasks, scripts, WebAssembly, requests, and the page's marks.

const CATEGORIES = [
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  "blink.user_timing",
  "v8.wasm",
];

/** Calls `visited`, and returns its value and the trace events meanwhile. */
export async function recorded(tab, visited) {
  const devtools = await tab.context().newCDPSession(tab);
  const events = [];
  devtools.on("Tracing.dataCollected", ({ value }) => {
    for (const event of value) events.push(event);
  });
  await devtools.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { recordMode: "recordUntilFull", includedCategories: CATEGORIES },
  });
  const value = await visited();
  const complete = new Promise((resolve) => devtools.once("Tracing.tracingComplete", resolve));
  await devtools.send("Tracing.end");
  await complete;
  return { value, events };
}
