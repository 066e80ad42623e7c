import { Drafts } from "./react-drafts.jsx";
import { App } from "./react-frames.jsx";
import { Home, InPlace } from "./react-in-place.jsx";
import { Menu } from "./react-menu.jsx";
import { Throwing, View } from "./react-view.jsx";

export const views = { App, View, Menu, Drafts, InPlace, Home, Throwing };
