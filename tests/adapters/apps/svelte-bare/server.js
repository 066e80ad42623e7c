import { createSession } from "platform-session";
import { render as renderComponent } from "svelte/server";
import App from "./App.svelte";

export const render = async (initial) => {
  const session = createSession({ baseUrl: "http://127.0.0.1", initial });
  return (await renderComponent(App, { props: { session } })).body;
};
