import assert from "node:assert/strict";
import { once } from "../adapters/support/bundle.mjs";
import { credentialsOf } from "../e2e/support/accounts.mjs";
import { consumerBehaviour } from "./support/behaviour.mjs";
import { command } from "./support/command.mjs";
import { installConsumers } from "./support/install.mjs";
import { examples } from "./support/places.mjs";
import { linkPackages, withRoutes } from "./support/served-app.mjs";

const site = once(async () => {
  await installConsumers();
  const cwd = `${examples}angular`;
  linkPackages("angular");
  await command("npx", ["--no-install", "ng", "build"], { cwd });
  return withRoutes(`${cwd}/dist/`);
});

const test = consumerBehaviour("Angular", async (another) => another(await site(), ["--bearer", "cookie"]));

test("a draft outlives the end of the session, and meets no other user", async ({ control, open }) => {
  const page = await open("/");
  await page.getByRole("link", { name: "Notes" }).click();
  const signIn = async (name) => {
    const { email, password } = credentialsOf(name);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
  };
  const note = page.getByLabel("Note");
  await signIn("ada");
  await note.fill("of Ada");
  await page.getByText("Notes of Ada Lovelace").waitFor();
  for (const [name, text] of [
    ["ada", "of Ada"],
    ["grace", ""],
  ]) {
    await control.expire();
    // A look that comes too soon after a read is made up for later.
    await page.waitForTimeout(5_500);
    await page.evaluate(() => void dispatchEvent(new Event("focus")));
    await page.getByLabel("Email").waitFor();
    assert.equal(await note.isVisible(), false);
    await signIn(name);
    await note.waitFor();
    assert.equal(await note.inputValue(), text);
  }
});
