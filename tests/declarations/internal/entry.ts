// The exports of the sources fit the public declarations, for `import` (index.js) and for `require` (inert.js).

import type * as Imported from "../../../pkg/entry/index.js";
import type * as Required from "../../../pkg/entry/inert.js";
import type * as Declared from "../../../pkg/index.d.ts";
import type { Equal, Expect } from "../expect.js";

/** All exports but the class `SessionError`: its constructor is not declared. */
type Exports<Module> = { [Name in Exclude<keyof Module, "SessionError">]: Module[Name] };

type Fits<Exported, Expected> = Exported extends Expected ? true : false;

export type Checks = [
  Expect<Equal<keyof typeof Imported, keyof typeof Declared>>,
  Expect<Equal<keyof typeof Required, keyof typeof Declared>>,
  Expect<Fits<Exports<typeof Imported>, Exports<typeof Declared>>>,
  Expect<Fits<Exports<typeof Required>, Exports<typeof Declared>>>,
  Expect<Fits<Imported.SessionError, Declared.SessionError>>,
  Expect<Fits<Declared.SessionError, Imported.SessionError>>,
];
