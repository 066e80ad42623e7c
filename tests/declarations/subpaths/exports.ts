// The source of each subpath exports what its `index.d.ts` declares. For an export that differs, the compiler's error gives its name.

import type * as Angular from "../../../pkg/adapters/angular/angular.js";
import type * as AngularDeclared from "../../../pkg/adapters/angular/index.d.ts";
import type * as AngularRouterDeclared from "../../../pkg/adapters/angular/router/index.d.ts";
import type * as AngularRouter from "../../../pkg/adapters/angular/router/router.js";
import type * as Data from "../../../pkg/adapters/data/data.js";
import type * as DataDeclared from "../../../pkg/adapters/data/index.d.ts";
import type * as Elements from "../../../pkg/adapters/elements/elements.js";
import type * as ElementsDeclared from "../../../pkg/adapters/elements/index.d.ts";
import type * as Errors from "../../../pkg/adapters/errors/errors.js";
import type * as ErrorsDeclared from "../../../pkg/adapters/errors/index.d.ts";
import type * as InlineDeclared from "../../../pkg/adapters/inline/index.d.ts";
import type * as Inline from "../../../pkg/adapters/inline/inline.js";
import type * as InspectorDeclared from "../../../pkg/adapters/inspector/index.d.ts";
import type * as Inspector from "../../../pkg/adapters/inspector/inspector.js";
import type * as OpenfeatureDeclared from "../../../pkg/adapters/openfeature/index.d.ts";
import type * as Openfeature from "../../../pkg/adapters/openfeature/openfeature.js";
import type * as ReactDeclared from "../../../pkg/adapters/react/index.d.ts";
import type * as React from "../../../pkg/adapters/react/react.js";
import type * as ReauthenticationDeclared from "../../../pkg/adapters/reauthentication/index.d.ts";
import type * as Reauthentication from "../../../pkg/adapters/reauthentication/reauthentication.js";
import type * as ServerDeclared from "../../../pkg/adapters/server/index.d.ts";
import type * as Server from "../../../pkg/adapters/server/server.js";
import type * as SessionNoticesDeclared from "../../../pkg/adapters/session-notices/index.d.ts";
import type * as SessionNotices from "../../../pkg/adapters/session-notices/session-notices.js";
import type * as SignInDeclared from "../../../pkg/adapters/sign-in/index.d.ts";
import type * as SignIn from "../../../pkg/adapters/sign-in/sign-in.js";
import type * as SignInFormDeclared from "../../../pkg/adapters/sign-in-form/index.d.ts";
import type * as SignInForm from "../../../pkg/adapters/sign-in-form/sign-in-form.js";
import type * as SolidDeclared from "../../../pkg/adapters/solid/index.d.ts";
import type * as Solid from "../../../pkg/adapters/solid/solid.js";
import type * as SvelteDeclared from "../../../pkg/adapters/svelte/index.d.ts";
import type * as Svelte from "../../../pkg/adapters/svelte/svelte.js";
import type * as TestingDeclared from "../../../pkg/adapters/testing/index.d.ts";
import type * as TestingReactDeclared from "../../../pkg/adapters/testing/react/index.d.ts";
import type * as TestingReact from "../../../pkg/adapters/testing/react/react.js";
import type * as Testing from "../../../pkg/adapters/testing/testing.js";
import type * as ViteDeclared from "../../../pkg/adapters/vite/index.d.ts";
import type * as Vite from "../../../pkg/adapters/vite/vite.js";
import type * as VueDeclared from "../../../pkg/adapters/vue/index.d.ts";
import type * as Vue from "../../../pkg/adapters/vue/vue.js";
import type { Equal } from "../expect.js";

/** For each name that is exported or declared: `true`, or what is wrong. */
type Compared<Exported, Expected> = {
  [Name in keyof Exported | keyof Expected]: Name extends keyof Exported
    ? Name extends keyof Expected
      ? ComparedExport<Exported[Name], Expected[Name]>
      : "is not declared"
    : "is not exported";
};

/** A class only has to fit its declaration, for its private members are not declared. Anything else has to be equal to it. */
type ComparedExport<Exported, Expected> = Exported extends abstract new (
  ...given: never
) => unknown
  ? Exported extends Constructible<Expected>
    ? true
    : "is not as declared"
  : Equal<Exported, Expected> extends true
    ? true
    : "is not as declared";

/** A declared class without its constructor where that is private: then only the package creates its objects. */
type Constructible<Expected> = Expected extends abstract new (
  ...given: never
) => unknown
  ? Expected
  : Pick<Expected, keyof Expected>;

/** Exports of svelte.js that are not public: only the components of that subpath use them. */
type InternalExports = "goHome" | "isForm" | "keepGates" | "useMark" | "useShownGate" | "useSignedIn";

/** Compiles only where every export of a subpath is `true`. */
type AllTrue<_Compared extends Record<string, true>> = true;

export type Checks = [
  AllTrue<Compared<typeof Angular, typeof AngularDeclared>>,
  AllTrue<Compared<typeof AngularRouter, typeof AngularRouterDeclared>>,
  AllTrue<Compared<typeof Data, typeof DataDeclared>>,
  AllTrue<Compared<typeof Elements, typeof ElementsDeclared>>,
  AllTrue<Compared<typeof Errors, typeof ErrorsDeclared>>,
  AllTrue<Compared<typeof Inline, typeof InlineDeclared>>,
  AllTrue<Compared<typeof Inspector, typeof InspectorDeclared>>,
  AllTrue<Compared<typeof Openfeature, typeof OpenfeatureDeclared>>,
  AllTrue<Compared<typeof React, typeof ReactDeclared>>,
  AllTrue<Compared<typeof Reauthentication, typeof ReauthenticationDeclared>>,
  AllTrue<Compared<typeof Server, typeof ServerDeclared>>,
  AllTrue<Compared<typeof SignIn, typeof SignInDeclared>>,
  AllTrue<Compared<typeof SessionNotices, typeof SessionNoticesDeclared>>,
  AllTrue<Compared<typeof SignInForm, typeof SignInFormDeclared>>,
  AllTrue<Compared<typeof Solid, typeof SolidDeclared>>,
  AllTrue<Compared<Omit<typeof Svelte, InternalExports>, typeof SvelteDeclared>>,
  AllTrue<Compared<typeof Testing, typeof TestingDeclared>>,
  AllTrue<Compared<typeof TestingReact, typeof TestingReactDeclared>>,
  AllTrue<Compared<typeof Vite, typeof ViteDeclared>>,
  AllTrue<Compared<typeof Vue, typeof VueDeclared>>,
];
