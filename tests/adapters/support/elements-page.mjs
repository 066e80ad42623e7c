// Reads the page with the custom elements (`apps/elements`).

export const visible = (page) => page.evaluate(() => app.visibleTexts());

/** Returns the state of a gate or a button, the states that it matches in CSS, and "state" if it has an attribute of that name. */
export const state = (page, id) =>
  page.evaluate((name) => {
    const gate = document.getElementById(name);
    const matching = ["unknown", "granted", "denied"].filter((each) => gate.matches(`:state(${each})`));
    return [gate.state, ...matching, ...gate.getAttributeNames().filter((each) => each === "state")];
  }, id);
