import { SignOutWithin, Slots, TakenBack } from "./solid-alone.jsx";
import { Drafts } from "./solid-drafts.jsx";
import { App } from "./solid-frames.jsx";
import { Home, InPlace } from "./solid-in-place.jsx";
import { Menu } from "./solid-menu.jsx";
import { Throwing, View } from "./solid-view.jsx";

export const views = { App, View, Menu, Drafts, InPlace, Home, Throwing, TakenBack, SignOutWithin, Slots };
