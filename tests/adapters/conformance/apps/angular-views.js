import { Drafts } from "./angular-drafts.js";
import { App } from "./angular-frames.js";
import { Home, InPlace } from "./angular-in-place.js";
import { Menu } from "./angular-menu.js";
import { Throwing, View } from "./angular-view.js";

export const views = { App, View, Menu, Drafts, InPlace, Home, Throwing };
