import { expect, test } from "@playwright/test";

const grace = { email: "grace@example.com", password: "correct horse battery staple" };

test("a save that meets the end of the session goes on once the user has signed in again", async ({
  context,
  page,
}) => {
  await context.request.post("/api/auth/login", { data: grace });
  await page.goto("/");
  await expect(page.getByText("Signed in as Grace Hopper")).toBeVisible();
  await context.clearCookies();
  await page.getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Password").fill(grace.password);
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();
});
