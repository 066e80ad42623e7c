import { renderToString } from "react-dom/server";
import { within } from "./react-view.jsx";
import { views } from "./react-views.js";
import { rendererOf } from "./rendering.js";

export const render = rendererOf(views, (View, props) => renderToString(within(View, props)));
