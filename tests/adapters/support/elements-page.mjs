// Reads what a test sees of a gate or a button of the page with the custom elements.

export const visible = (page) => page.evaluate(() => app.visibleTexts());

export const state = (page, id) =>
  page.evaluate((name) => {
    const gate = document.getElementById(name);
    const matching = ["unknown", "granted", "denied"].filter((each) => gate.matches(`:state(${each})`));
    return [gate.state, ...matching, ...gate.getAttributeNames().filter((each) => each === "state")];
  }, id);
