import Bare from "./Bare.svelte";
import Drafts from "./Drafts.svelte";
import App from "./Frames.svelte";
import Home from "./Home.svelte";
import InPlace from "./InPlace.svelte";
import Landing from "./Landing.svelte";
import Menu from "./Menu.svelte";
import Notes from "./Notes.svelte";
import Throwing from "./Throwing.svelte";
import View from "./View.svelte";

export const views = { App, View, Menu, Drafts, InPlace, Home, Throwing, Bare, Landing, Notes };
