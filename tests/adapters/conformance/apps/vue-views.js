import { Lazy, TakenBack } from "./vue-alone.js";
import { App } from "./vue-frames.js";
import { Menu } from "./vue-menu.js";
import { Throwing, View } from "./vue-view.js";

export const views = { App, View, Menu, Throwing, TakenBack, Lazy };
