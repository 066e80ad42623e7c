// What the sources export is what the public declarations say, for `import` and for `require`.

import type * as Imported from "../../../pkg/entry/index.js";
import type * as Required from "../../../pkg/entry/inert.js";
import type * as Declared from "../../../pkg/index.d.ts";
import type { Equal, Expect } from "../expect.js";

/** Without the class: the declarations do not say how its errors are made. */
type Exports<Module> = { [Name in Exclude<keyof Module, "SessionError">]: Module[Name] };

type FitsIn<Made, Said> = Made extends Said ? true : false;

export type Held = [
  Expect<Equal<keyof typeof Imported, keyof typeof Declared>>,
  Expect<Equal<keyof typeof Required, keyof typeof Declared>>,
  Expect<FitsIn<Exports<typeof Imported>, Exports<typeof Declared>>>,
  Expect<FitsIn<Exports<typeof Required>, Exports<typeof Declared>>>,
  Expect<FitsIn<Imported.SessionError, Declared.SessionError>>,
  Expect<FitsIn<Declared.SessionError, Imported.SessionError>>,
];
