// The turns that tabs take: they are seen and hidden, frozen, cached, closed, online and offline.

export async function thaw(world, tab) {
  if (!tab.frozen) return;
  tab.frozen = false;
  await world.resume(tab);
}

export async function turn(world, tab, visible) {
  if (tab.visible === visible || tab.suspended) return;
  tab.visible = visible;
  await world.firePage(tab, { type: "visibilitychange" }, visible ? "visible" : "hidden");
}

export async function connect(world, online) {
  for (const tab of world.tabs) {
    tab.online = online;
    await world.connect(tab);
  }
}

/** Puts a page into the back/forward cache: it hears of that before it is hidden. */
export async function leave(world, tab) {
  if (tab.suspended) return;
  await world.firePage(tab, { type: "pagehide", persisted: true }, "left");
  await turn(world, tab, false);
  tab.cached = true;
}

/** Brings a page back from the back/forward cache: it runs, and is visible, before it hears of that. */
export async function restore(world, tab) {
  if (!tab.cached) return;
  tab.cached = false;
  tab.frozen = false;
  for (const client of tab.clients) await world.network.cut(client);
  await turn(world, tab, true);
  await world.firePage(tab, { type: "pageshow", persisted: true }, "restored");
  await world.resume(tab);
}

/** Unloads a page. One that is suspended hears nothing of its end. */
export async function unload(world, tab) {
  if (!tab.suspended) {
    for (const client of tab.clients) client.unloading = true;
    await world.firePage(tab, { type: "pagehide", persisted: false }, "left");
  }
  world.goes(tab);
}
