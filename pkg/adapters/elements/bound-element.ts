// What the elements share: a session for as long as they are in a document, and a state that CSS can see.

import type { GateState, Session } from "platform-session";

export interface Binding {
  session: Session;
  /** One for each element in a document: gives it the session anew. */
  renewals: Set<() => void>;
}

export interface Bound extends HTMLElement {
  session: Session;
}

export type Mark = (state: GateState) => void;

/** What is asked for by the properties and attributes of an element. */
export type AskedByName = Record<string, unknown>;

export interface Kind {
  /** What its properties and attributes say. */
  asks: readonly [property: string, attribute: string][];
  /**
   * Makes what is in an element. What it returns is called with each session, and whenever something else is asked for,
   * and returns what ends that.
   */
  create(element: Bound, mark: Mark): (session: Session, asked: AskedByName) => () => void;
}

export function createElementClass(binding: Binding, { asks, create }: Kind): CustomElementConstructor {
  // Not in jsdom; and happy-dom has no internals.
  const hasStates = globalThis.CSS?.supports("selector(:state(a))");

  class BoundElement extends HTMLElement {
    static observedAttributes = asks.map(([, attribute]) => attribute);

    #state: GateState = "unknown";
    #session: Session | null | undefined;
    /** Properties that were set: they go before attributes, `undefined` too, which denies. */
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
      // What shows now may have changed this element, or taken it away.
      if (this.#end === own) this.#end = end;
      else end();
    };
    // Last, so that what is made may set properties.
    #listen = create(this, (state) => {
      this.#state = state;
      if (!this.#internals) return this.setAttribute("state", state);
      this.#internals.states.clear();
      this.#internals.states.add(state);
    });

    // Not a static block, which Safari before 16.4 does not know.
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
      // It was connected before.
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
