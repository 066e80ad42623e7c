import { render as renderComponent } from "svelte/server";
import { rendererOf } from "../rendering.js";
import Provided from "./Provided.svelte";
import { views } from "./views.js";

/** Renders a view. With `experimental.async` Svelte's `render` returns a promise. */
export const render = rendererOf(views, async (View, props) => {
  const { body } = await renderComponent(Provided, { props: { View, ...props } });
  return body;
});
