import { expect, test } from "@playwright/test";
import { sessionBody } from "platform-session/testing";

/** Makes the deployment answer every read with this session. */
const says = (page, body) => page.route("**/api/auth/session", (route) => route.fulfill({ json: body }));

test("a user with the feature sees the button", async ({ page }) => {
  await says(page, sessionBody({ user: { name: "Ada" }, features: ["report-analysis"] }));
  await page.goto("/");
  await expect(page.getByText("Signed in as Ada")).toBeVisible();
  await expect(page.getByRole("button", { name: "Analyse" })).toBeVisible();
});

test("no user is signed in", async ({ page }) => {
  await says(page, sessionBody());
  await page.goto("/");
  await expect(page.getByText("No user is signed in")).toBeVisible();
  await expect(page.getByRole("button", { name: "Analyse" })).toBeHidden();
});

test("a feature that was taken away is gone at the next look", async ({ page }) => {
  await says(page, sessionBody({ features: ["report-analysis"] }));
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Analyse" })).toBeVisible();
  await says(page, sessionBody({ features: [] }));
  await page.reload();
  await expect(page.getByText("Signed in as Test User")).toBeVisible();
  await expect(page.getByRole("button", { name: "Analyse" })).toBeHidden();
});
