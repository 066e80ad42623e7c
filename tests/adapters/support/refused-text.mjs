/**
 * Gives the element `app[name]` a text for `key`, and then one for a key that there is not, on a session that shows `shown`; puts it out of
 * the page and back; and has the session show `later`. Returns what the two assignments threw, what the element said after them, its text for
 * `key`, its state in the end, and how many listeners it has.
 */
export const afterRefusedText = (page, given) =>
  page.evaluate(({ name, shown, key, text, later }) => {
    const element = app[name];
    const listeners = new Set();
    const changing = app.stub(shown);
    changing.subscribe = (listener) => {
      listeners.add(listener);
      listener(changing.snapshot);
      return () => listeners.delete(listener);
    };
    const say = (messages) => {
      try {
        element.messages = messages;
      } catch ({ name }) {
        return name;
      }
    };
    element.session = changing;
    const facts = [say({ [key]: text }), say({ unknown: "x" }), element.textContent, element.messages[key]];
    element.remove();
    document.body.append(element);
    changing.snapshot = { ...changing.snapshot, ...later };
    for (const listener of listeners) listener(changing.snapshot);
    return [...facts, element.state, listeners.size];
  }, given);
