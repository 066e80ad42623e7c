// The page of docs/getting-started.md, built as that says.

import assert from "node:assert/strict";
import { once } from "../adapters/support/bundle.mjs";
import { ACCOUNTS, PASSWORD } from "../e2e/support/accounts.mjs";
import { stage } from "../e2e/support/stage.mjs";
import { policyWith, servedUnder } from "./support/policy.mjs";
import { buildWithVite } from "./support/served-app.mjs";

const site = once(() => buildWithVite("getting-started"));

const { scenario } = stage();

scenario(
  "The first page shows who is signed in, and the button to those who have the feature",
  { expects: [/Failed to load resource/] },
  async ({ context, another }) => {
    const deployment = await another(await site());
    await servedUnder(policyWith(), deployment, async ({ origin }) => {
      const page = await context.newPage();
      const isShown = (name) => page.getByRole("button", { name }).isVisible();
      const signIn = async ({ email }, password) => {
        await page.getByLabel("Email").fill(email);
        await page.getByLabel("Password").fill(password);
        await page.getByRole("button", { name: "Sign in" }).click();
      };
      await page.goto(origin);
      await page.getByText("Nobody is signed in").waitFor();
      assert.deepEqual(await Promise.all(["Analyse", "Sign out"].map(isShown)), [false, false]);
      await signIn(ACCOUNTS.ada, "wrong");
      await page.getByText("invalid credentials").waitFor();
      await signIn(ACCOUNTS.ada, PASSWORD);
      await page.getByText("Signed in as Ada Lovelace").waitFor();
      assert.deepEqual(await Promise.all(["Analyse", "Sign in"].map(isShown)), [false, false]);
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByText("Nobody is signed in").waitFor();
      await signIn(ACCOUNTS.grace, PASSWORD);
      await page.getByRole("button", { name: "Analyse" }).waitFor();
    });
  },
);
