// The element `permission-gate` with `anyOf`, in Svelte's markup.

import { mount } from "svelte";
import { defineElements } from "/pkg/dist/elements.js";
import { createSession } from "/pkg/index.js";
import App from "./any-of.svelte";

defineElements(createSession());
mount(App, { target: document.getElementById("app") });
