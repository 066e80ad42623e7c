import { expect, test } from "@playwright/test";

const ada = { email: "ada@example.com", password: "correct horse battery staple" };

test("a user of the deployment is signed in without the form", async ({ context, page }) => {
  const answer = await context.request.post("/api/auth/login", { data: ada });
  expect(answer.ok()).toBe(true);
  await page.goto("/");
  await expect(page.getByText("Signed in as Ada Lovelace")).toBeVisible();
});
