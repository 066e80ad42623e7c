import { Lazy, TakenBack } from "./vue-alone.js";
import { Drafts } from "./vue-drafts.js";
import { App } from "./vue-frames.js";
import { Home, InPlace } from "./vue-in-place.js";
import { Menu } from "./vue-menu.js";
import { Throwing, View } from "./vue-view.js";

export const views = { App, View, Menu, Drafts, InPlace, Home, Throwing, TakenBack, Lazy };
