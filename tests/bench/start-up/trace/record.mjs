// What Chromium writes down of a visit: tasks, scripts, WebAssembly, requests, and the page's own marks.

const CATEGORIES = [
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  "blink.user_timing",
  "v8.wasm",
];

/** Records while `visited` runs. Returns what it returns, and the events. */
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
