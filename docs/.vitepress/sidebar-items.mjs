// In the sidebar, VitePress makes a button of each group's title. One that folds nothing is no button, and no stop of the Tab key.

const CHANGES = [
  ["isLink.value ? undefined : 'button'", "isLink.value || !collapsible.value ? undefined : 'button'"],
  [':tabindex="item.items && 0"', ':tabindex="collapsible && !isLink ? 0 : undefined"'],
];

/** A plugin for Vite. */
export const sidebarItems = {
  name: "sidebar-items",
  enforce: "pre",
  transform(code, id) {
    if (!/\/VPSidebarItem\.vue$/.test(id)) return undefined;
    return CHANGES.reduce((changed, [there, here]) => {
      if (!changed.includes(there)) throw new Error(`VPSidebarItem.vue has nothing like ${there}`);
      return changed.replace(there, here);
    }, code);
  },
};
