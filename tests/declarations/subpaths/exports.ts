// What the source of each subpath exports is what its `index.d.ts` declares. Where it is not, the compiler names the export.

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
  ? Made extends Constructible<Said>
    ? true
    : "is not as declared"
  : Equal<Made, Said> extends true
    ? true
    : "is not as declared";

/** What only the package makes has a private constructor, which counts for nothing. */
type Constructible<Said> = Said extends abstract new (
  ...given: never
) => unknown
  ? Said
  : Pick<Said, keyof Said>;

/** For the components of that subpath alone. */
type OfComponents = "goHome" | "isForm" | "keepGates" | "useMark" | "useShownGate" | "useSignedIn";

type Held<_Subpath extends Record<string, true>> = true;

export type Subpaths = [
  Held<Judged<typeof Angular, typeof AngularDeclared>>,
  Held<Judged<typeof AngularRouter, typeof AngularRouterDeclared>>,
  Held<Judged<typeof Data, typeof DataDeclared>>,
  Held<Judged<typeof Elements, typeof ElementsDeclared>>,
  Held<Judged<typeof Errors, typeof ErrorsDeclared>>,
  Held<Judged<typeof Inline, typeof InlineDeclared>>,
  Held<Judged<typeof Inspector, typeof InspectorDeclared>>,
  Held<Judged<typeof Openfeature, typeof OpenfeatureDeclared>>,
  Held<Judged<typeof React, typeof ReactDeclared>>,
  Held<Judged<typeof Reauthentication, typeof ReauthenticationDeclared>>,
  Held<Judged<typeof Server, typeof ServerDeclared>>,
  Held<Judged<typeof SignIn, typeof SignInDeclared>>,
  Held<Judged<typeof SessionNotices, typeof SessionNoticesDeclared>>,
  Held<Judged<typeof SignInForm, typeof SignInFormDeclared>>,
  Held<Judged<typeof Solid, typeof SolidDeclared>>,
  Held<Judged<Omit<typeof Svelte, OfComponents>, typeof SvelteDeclared>>,
  Held<Judged<typeof Testing, typeof TestingDeclared>>,
  Held<Judged<typeof TestingReact, typeof TestingReactDeclared>>,
  Held<Judged<typeof Vite, typeof ViteDeclared>>,
  Held<Judged<typeof Vue, typeof VueDeclared>>,
];
