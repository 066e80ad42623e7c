// The content that a gate makes of its `<template>`: for which user, where, and for how long.

import assert from "node:assert/strict";
import { credentialsOf } from "../../e2e/support/accounts.mjs";
import { LOGIN } from "../../e2e/support/identity-api.mjs";
import { scenario, test } from "../../e2e/support/scenario.mjs";
import { until } from "../../e2e/support/until.mjs";
import { signIn } from "../conformance/app.mjs";
import { layOut, open } from "../support/site.mjs";

const site = layOut("elements");

test(
  "a template's content is built anew for another user, who signs in without a sign-out, or while the gate is out of the page",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment);
    await page.evaluate(() => app.gateWithInput());
    const typed = () =>
      page.evaluate(() => [...document.querySelectorAll("input")].map(({ value }) => value));
    const type = (text) => page.locator("input").fill(text);
    const changeUser = async (name) => {
      await context.request.post(deployment.origin + LOGIN, { data: credentialsOf(name) });
      await page.evaluate(() => session.refresh().then(() => {}));
    };
    await signIn(page, "ada");
    await type("Ada's");
    await page.evaluate(() => session.refresh().then(() => {}));
    assert.deepEqual(await typed(), ["Ada's"]);
    await changeUser("grace");
    assert.deepEqual(await typed(), [""]);
    await type("Grace's");
    const gate = await page.evaluateHandle(() => {
      const gate = document.querySelector("input").parentElement;
      gate.remove();
      return gate;
    });
    await changeUser("ada");
    await gate.evaluate((gate) => document.body.append(gate));
    assert.deepEqual(await typed(), [""]);
  }),
);

test(
  "nodes that the page put in place of a template's content are removed with it, and so is content that the page moved away",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment);
    await signIn(page, "ada");
    await page.evaluate(() => {
      const gate = document.createElement("session-gate");
      gate.setAttribute("status", "authenticated");
      const template = document.createElement("template");
      for (const word of ["first", "last"]) {
        const made = document.createElement("i");
        made.textContent = word;
        template.content.append(made);
      }
      gate.append(template, "plain");
      document.body.append(gate);
    });
    const shown = () =>
      page.evaluate(() => [...document.querySelectorAll("i")].map(({ textContent }) => textContent));
    await until("the template's content", async () => (await shown()).length === 2);
    await page.evaluate(() => {
      const [first, last] = document.querySelectorAll("i");
      document.body.append(first);
      const report = document.createElement("i");
      report.textContent = "Ada's";
      last.replaceWith(report);
    });
    await context.request.post(deployment.origin + LOGIN, { data: credentialsOf("grace") });
    await page.evaluate(() => session.refresh().then(() => {}));
    assert.deepEqual(await shown(), ["first", "last"]);
    const text = await page.evaluate(() => document.querySelector("i").parentElement.textContent);
    assert.equal(text, "firstlastplain");
    const left = await page.evaluate(async () => {
      const template = document.querySelector("i").parentElement.querySelector("template");
      const gate = template.parentElement;
      template.after("own");
      const other = document.createElement("template");
      other.content.append("other");
      template.replaceWith(other);
      await new Promise(requestAnimationFrame);
      return gate.textContent;
    });
    assert.equal(left, "otherownplain", "nodes beside the template stay");
  }),
);

test(
  "a second template is not rendered where the content of the first has closed the gate",
  scenario({ site }, async ({ context, deployment }) => {
    const page = await open(context, deployment);
    const made = await page.evaluate(async (credentials) => {
      const made = [];
      const element = (name, act) =>
        customElements.define(
          name,
          class extends HTMLElement {
            connectedCallback() {
              made.push(name);
              act();
            }
          },
        );
      element("x-check", () => session.logout());
      element("x-secret", () => {});
      const gate = document.createElement("session-gate");
      for (const name of ["x-check", "x-secret"]) {
        const template = document.createElement("template");
        template.content.append(document.createElement(name));
        gate.append(template);
      }
      gate.setAttribute("status", "authenticated");
      document.body.append(gate);
      await session.login(credentials).catch(() => {});
      return made;
    }, credentialsOf("ada"));
    assert.deepEqual(made, ["x-check"]);
  }),
);
