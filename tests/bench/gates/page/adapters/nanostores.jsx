import { useStore } from "@nanostores/react";
import { openAtoms } from "../libraries/nanostores.js";

export function open(names) {
  const { atoms, change } = openAtoms(names);
  return {
    Provider: ({ children }) => children,
    useOpen: (name) => useStore(atoms.get(name)),
    change,
  };
}
