import assert from "node:assert/strict";
import { ACCOUNTS, PASSWORD } from "../../e2e/support/accounts.mjs";
import { SESSION } from "../../e2e/support/identity-api.mjs";
import { until } from "../../e2e/support/until.mjs";

/**
 * Signs in and out on the page of the bundlers, and checks that it has requested the session, and the WebAssembly if that is a file, once.
 * Resolves with `wasm`: whether it is a file.
 */
export async function drive(page, origin) {
  const requestedPaths = [];
  page.on("request", (request) => requestedPaths.push(new URL(request.url()).pathname));
  await page.goto(origin);
  await until("the session to be ready", async () => (await page.title()) === "ready");
  assert.equal(requestedPaths.filter((path) => path === SESSION).length, 1, "one read of the session");
  const files = requestedPaths.filter((path) => path.endsWith(".wasm")).length;
  assert.ok(files <= 1, "and at most one of the WebAssembly");
  await page.getByLabel("Email").fill(ACCOUNTS.ada.email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Reports of Ada Lovelace").waitFor();
  await page.getByText("Your chats.").waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByText("unauthenticated").waitFor();
  assert.equal(await page.getByText("Your chats.").isVisible(), false);
  return { wasm: files === 1 };
}
