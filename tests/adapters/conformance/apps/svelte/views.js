import Bare from "./Bare.svelte";
import App from "./Frames.svelte";
import Menu from "./Menu.svelte";
import Throwing from "./Throwing.svelte";
import View from "./View.svelte";

export const views = { App, View, Menu, Throwing, Bare };
