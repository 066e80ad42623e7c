import { SignOutWithin, Slots, TakenBack } from "./solid-alone.jsx";
import { App } from "./solid-frames.jsx";
import { Menu } from "./solid-menu.jsx";
import { Throwing, View } from "./solid-view.jsx";

export const views = { App, View, Menu, Throwing, TakenBack, SignOutWithin, Slots };
