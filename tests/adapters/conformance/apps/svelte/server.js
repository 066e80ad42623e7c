import { render as renderComponent } from "svelte/server";
import { rendererOf } from "../rendering.js";
import Provided from "./Provided.svelte";
import { views } from "./views.js";

/** Where it was compiled with `experimental.async`, the result is a promise. */
export const render = rendererOf(views, async (View, props) => {
  const { body } = await renderComponent(Provided, { props: { View, ...props } });
  return body;
});
