// The class of every element of the package: it has a session for as long as it is in a document, and a state that CSS can see.

import type { GateState, Session } from "platform-session";

export interface Binding {
  session: Session;
  /** A function for each element in a document, which gives it the session anew. */
  renewals: Set<() => void>;
}

export interface Bound extends HTMLElement {
  session: Session;
}

export type Mark = (state: GateState) => void;

/** What the properties and attributes of an element ask for, by name. */
export type AskedByName = Record<string, unknown>;

export interface Kind {
  /** The properties that an element of this kind has, each with its attribute. */
  asks: readonly [property: string, attribute: string][];
  /**
   * Makes the content of an element. Returns a function that is called with each session, and whenever something else is asked for; that
   * function returns one which ends what it began.
   */
  create(element: Bound, mark: Mark): (session: Session, asked: AskedByName) => () => void;
}

export function createElementClass(binding: Binding, { asks, create }: Kind): CustomElementConstructor {
  // False in jsdom; and happy-dom has no `attachInternals`.
  const hasStates = globalThis.CSS?.supports("selector(:state(a))");

  class BoundElement extends HTMLElement {
    static observedAttributes = asks.map(([, attribute]) => attribute);

    #state: GateState = "unknown";
    #session: Session | null | undefined;
    /** Properties that were set: they take precedence over attributes, even a value of `undefined`, which denies. */
    #given: AskedByName = {};
    #internals = hasStates && this.attachInternals?.();
    #end: (() => void) | undefined;
    #renew = () => {
      if (!this.#end) return;
      this.#end();
      // Conditions that are refused leave nothing to end.
      const own = () => {};
      this.#end = own;
      const end = this.#listen(this.session, this.#asked());
      // The content that shows now may have changed this element, or taken it out of the document: then this round is over.
      if (this.#end === own) this.#end = end;
      else end();
    };
    // The last field, so that `create` may set properties.
    #listen = create(this, (state) => {
      this.#state = state;
      if (!this.#internals) return this.setAttribute("state", state);
      this.#internals.states.clear();
      this.#internals.states.add(state);
    });

    // A static field for its effect: Safari before 16.4 knows no static blocks.
    static accessors = asks.map(([name]) => {
      Object.defineProperty(BoundElement.prototype, name, {
        __proto__: null,
        get() {
          return this.#asked()[name];
        },
        set(value) {
          this.#given[name] = value;
          this.#renew();
        },
        configurable: true,
      });
      return name;
    });

    get state() {
      return this.#state;
    }

    get session(): Session {
      return this.#session ?? binding.session;
    }

    set session(session: Session | null | undefined) {
      this.#session = session;
      this.#renew();
    }

    connectedCallback() {
      // A property that was set before the class was there hides the one of the class.
      for (const [name, value] of Object.entries(this)) {
        delete (this as object as AskedByName)[name];
        (this as object as AskedByName)[name] = value;
      }
      binding.renewals.add(this.#renew);
      this.#end = () => {};
      this.#renew();
    }

    disconnectedCallback() {
      binding.renewals.delete(this.#renew);
      // An element that is disconnected was connected, so `#end` is there.
      (this.#end as () => void)();
      this.#end = undefined;
    }

    attributeChangedCallback() {
      this.#renew();
    }

    #asked() {
      const asked: AskedByName = {};
      for (const [name, attribute] of asks) {
        if (this.hasAttribute(attribute)) asked[name] = this.getAttribute(attribute);
      }
      return { ...asked, ...this.#given };
    }
  }
  return BoundElement;
}
