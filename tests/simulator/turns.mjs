// What happens to tabs: they are seen and hidden, frozen, cached, closed, online and offline.

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

/** Into the back/forward cache: the page hears of it before it is hidden. */
export async function leave(world, tab) {
  if (tab.suspended) return;
  await world.firePage(tab, { type: "pagehide", persisted: true }, "left");
  await turn(world, tab, false);
  tab.cached = true;
}

/** Out of the back/forward cache: the page runs, and is visible, before it hears of it. */
export async function restore(world, tab) {
  if (!tab.cached) return;
  tab.cached = false;
  tab.frozen = false;
  for (const client of tab.clients) await world.network.cut(client);
  await turn(world, tab, true);
  await world.firePage(tab, { type: "pageshow", persisted: true }, "restored");
  await world.resume(tab);
}

/** A suspended page hears nothing of its end. */
export async function unload(world, tab) {
  if (!tab.suspended) {
    for (const client of tab.clients) client.unloading = true;
    await world.firePage(tab, { type: "pagehide", persisted: false }, "left");
  }
  world.goes(tab);
}
