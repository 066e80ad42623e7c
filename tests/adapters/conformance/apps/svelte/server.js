import { render as renderComponent } from "svelte/server";
import { rendererOf } from "../rendering.js";
import Provided from "./Provided.svelte";
import { views } from "./views.js";

/** Renders a view. The result is a promise where the view was compiled with `experimental.async`. */
export const render = rendererOf(views, async (View, props) => {
  const { body } = await renderComponent(Provided, { props: { View, ...props } });
  return body;
});
