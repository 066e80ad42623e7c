// Facts of the crate that the entry repeats, read from its source.

import { readFileSync } from "node:fs";

const source = (path) => readFileSync(new URL(`../../src/${path}`, import.meta.url), "utf8");

/** The first match's first group, which must be there. */
function found(path, pattern) {
  const match = pattern.exec(source(path));
  if (!match) throw new Error(`src/${path} does not match ${pattern}`);
  return match[1];
}

/** An enum's variants in their order, each as the text that its `as_str` makes of it. */
export function enumTexts(path, name) {
  const body = found(path, new RegExp(`pub enum ${name} \\{([^}]*)\\}`));
  const variants = [...body.matchAll(/^ *([A-Z]\w*),$/gm)].map((match) => match[1]);
  const texts = found(path, new RegExp(`impl ${name} \\{[\\s\\S]*?match self \\{([^}]*)\\}`));
  return variants.map((variant) => {
    const text = new RegExp(`Self::${variant} => "([^"]+)"`).exec(texts);
    if (!text) throw new Error(`${name}::${variant} has no text`);
    return text[1];
  });
}

/** The numbers by which `wire.rs` tells the events for the page apart, by variant. */
export function sessionEventNumbers() {
  const arms = source("js/wire.rs").matchAll(
    /SessionEvent::(\w+)(?:\(\w+\))? => (?:\{\s*)?self\.number\((\d+)_u8\)/g,
  );
  return Object.fromEntries([...arms].map(([, variant, number]) => [variant, Number(number)]));
}

/** A constant of the crate, as a number. */
export function constant(path, name) {
  const expression = found(path, new RegExp(`const ${name}: \\w+ = ([\\d_ *]+);`));
  return expression.split("*").reduce((product, factor) => product * Number(factor.replaceAll("_", "")), 1);
}

/** The names of what may happen around a session, as `handle_event` takes them. */
export const eventNames = () =>
  [...source("js/engine.rs").matchAll(/^ *"([a-z-]+)" => Event::/gm)].map(([, name]) => name);
