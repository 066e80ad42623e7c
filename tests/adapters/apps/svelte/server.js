import { render as renderComponent } from "svelte/server";
import { createSession } from "../../../../pkg/index.js";
import { counted } from "../kit.js";
import App from "./App.svelte";

export function render(initial, conditions) {
  const session = counted(createSession({ initial }));
  const { body } = renderComponent(App, { props: { session, conditions } });
  return { html: body, listeners: session.listeners };
}
