// What happens to tabs: they are shown and hidden, frozen and thawed, cached and restored, unloaded, online and offline.

export async function thaw(world, tab) {
  if (!tab.frozen) return;
  tab.frozen = false;
  await world.resume(tab);
}

export async function setVisible(world, tab, visible) {
  if (tab.visible === visible || tab.suspended) return;
  tab.visible = visible;
  await world.firePage(tab, { type: "visibilitychange" }, visible ? "visible" : "hidden");
}

export async function setOnline(world, online) {
  for (const tab of world.tabs) {
    tab.online = online;
    await world.updateOnline(tab);
  }
}

/** Puts a page into the back/forward cache: `pagehide` comes before `visibilitychange`. */
export async function putIntoCache(world, tab) {
  if (tab.suspended) return;
  await world.firePage(tab, { type: "pagehide", persisted: true }, "left");
  await setVisible(world, tab, false);
  tab.cached = true;
}

/** Brings a page back from the back/forward cache: it runs and is visible before `pageshow` comes. */
export async function restoreFromCache(world, tab) {
  if (!tab.cached) return;
  tab.cached = false;
  tab.frozen = false;
  for (const client of tab.clients) await world.network.cut(client);
  await setVisible(world, tab, true);
  await world.firePage(tab, { type: "pageshow", persisted: true }, "restored");
  await world.resume(tab);
}

/** Unloads a page. A suspended page gets no `pagehide`. */
export async function unload(world, tab) {
  if (!tab.suspended) {
    for (const client of tab.clients) client.unloading = true;
    await world.firePage(tab, { type: "pagehide", persisted: false }, "left");
  }
  world.closeTab(tab);
}
