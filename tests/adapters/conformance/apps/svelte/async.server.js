import { createSession } from "platform-session";
import { render as renderComponent } from "svelte/server";
import App from "./App.svelte";
import Awaiting from "./Awaiting.svelte";

/** The same with `experimental.async`. */
export const render = async (initial) => {
  const session = createSession({ baseUrl: "http://127.0.0.1", initial });
  return (await renderComponent(App, { props: { session, Awaiting } })).body;
};
