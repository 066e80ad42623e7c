const { createTestSession } = require("platform-session/testing");
const { loadReports, session } = require("./reports.js");

test("who has the feature gets the reports", async () => {
  const double = createTestSession({ features: ["report-analysis"] });
  double.answer("fetch", () => Response.json(["January"]));
  expect(await loadReports(double)).toEqual(["January"]);
  expect(double.calls).toEqual([
    { name: "fetch", detail: { method: "GET", url: "http://localhost/data-api/reports" } },
  ]);
});

test("who has not, asks for nothing", async () => {
  const double = createTestSession({ features: { "report-analysis": false } });
  expect(await loadReports(double)).toEqual([]);
  expect(double.calls).toEqual([]);
});

test("an outage is no error", async () => {
  const double = createTestSession({ features: ["report-analysis"] });
  double.answer("fetch", "network");
  expect(await loadReports(double)).toEqual([]);
});

test("the session of the app itself opens nothing here", async () => {
  expect(await loadReports(session)).toEqual([]);
  await expect(session.ready).rejects.toMatchObject({ code: "closed" });
});
