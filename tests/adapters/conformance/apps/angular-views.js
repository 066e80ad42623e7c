import { Drafts } from "./angular-drafts.js";
import { App } from "./angular-frames.js";
import { Menu } from "./angular-menu.js";
import { Throwing, View } from "./angular-view.js";

export const views = { App, View, Menu, Drafts, Throwing };
