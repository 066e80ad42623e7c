import { renderToStringAsync } from "solid-js/web";
import { rendererOf } from "./rendering.js";
import { within } from "./solid-view.jsx";
import { views } from "./solid-views.js";

export const render = rendererOf(views, (View, props) => renderToStringAsync(() => within(View, props)));
