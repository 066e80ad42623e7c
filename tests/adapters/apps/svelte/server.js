import { render as renderComponent } from "svelte/server";
import { createSession } from "../../../../pkg/index.js";
import { counted } from "../kit.js";
import { requests } from "../menu.js";
import App from "./App.svelte";
import Menu from "./Menu.svelte";

export const render = (initial, conditions) => rendered(App, initial, { conditions });

/** The menu; and who listens to what the user is asked for. */
export const renderMenu = (initial) => ({ ...rendered(Menu, initial), requests });

function rendered(component, initial, props) {
  const session = counted(createSession({ initial }));
  const { body } = renderComponent(component, { props: { session, ...props } });
  return { html: body, listeners: session.listeners };
}
