// What the source of each subpath exports is what its `index.d.ts` declares. Where it is not, the compiler names the export.

import type * as InlineDeclared from "../../../pkg/adapters/inline/index.d.ts";
import type * as Inline from "../../../pkg/adapters/inline/inline.js";
import type * as InspectorDeclared from "../../../pkg/adapters/inspector/index.d.ts";
import type * as Inspector from "../../../pkg/adapters/inspector/inspector.js";
import type * as OpenfeatureDeclared from "../../../pkg/adapters/openfeature/index.d.ts";
import type * as Openfeature from "../../../pkg/adapters/openfeature/openfeature.js";
import type * as ReauthenticationDeclared from "../../../pkg/adapters/reauthentication/index.d.ts";
import type * as Reauthentication from "../../../pkg/adapters/reauthentication/reauthentication.js";
import type * as ServerDeclared from "../../../pkg/adapters/server/index.d.ts";
import type * as Server from "../../../pkg/adapters/server/server.js";
import type { Equal } from "../expect.js";

/** By name: `true`, or what is wrong. */
type Judged<Made, Said> = {
  [Name in keyof Made | keyof Said]: Name extends keyof Made
    ? Name extends keyof Said
      ? JudgedOne<Made[Name], Said[Name]>
      : "is not declared"
    : "is not exported";
};

/** A class has private members, which are not declared. */
type JudgedOne<Made, Said> = Made extends abstract new (
  ...given: never
) => unknown
  ? Made extends Said
    ? true
    : "is not as declared"
  : Equal<Made, Said> extends true
    ? true
    : "is not as declared";

type Held<_Subpath extends Record<string, true>> = true;

export type Subpaths = [
  Held<Judged<typeof Inline, typeof InlineDeclared>>,
  Held<Judged<typeof Inspector, typeof InspectorDeclared>>,
  Held<Judged<typeof Openfeature, typeof OpenfeatureDeclared>>,
  Held<Judged<typeof Reauthentication, typeof ReauthenticationDeclared>>,
  Held<Judged<typeof Server, typeof ServerDeclared>>,
];
