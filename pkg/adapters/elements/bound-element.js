// What the elements share: a session for as long as they are in a document, and a state that CSS can see.

/**
 * @typedef {object} Binding
 * @property {import("platform-session").Session} session
 * @property {Set<() => void>} renewals One for each element in a document: gives it the session anew.
 *
 * @typedef {HTMLElement & { session: import("platform-session").Session }} Bound
 *
 * @typedef {object} Kind
 * @property {[property: string, attribute: string][]} asks What its properties and attributes say.
 * @property {(element: Bound, mark: (state: string) => void) =>
 *   (session: import("platform-session").Session, asked: any) => () => void} create
 *   Makes what is in an element. What it returns is called with each session, and whenever something else is asked for,
 *   and returns what ends that.
 */

/** @type {(binding: Binding, kind: Kind) => CustomElementConstructor} */
export function createElementClass(binding, { asks, create }) {
  // Not in jsdom; and happy-dom has no internals.
  const hasStates = globalThis.CSS?.supports("selector(:state(a))");

  class BoundElement extends HTMLElement {
    static observedAttributes = asks.map(([, attribute]) => attribute);

    #state = "unknown";
    #session;
    /** Properties that were set: they go before attributes, `undefined` too, which denies. */
    #given = {};
    #internals = hasStates && this.attachInternals?.();
    #end;
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

    get session() {
      return this.#session ?? binding.session;
    }

    set session(session) {
      this.#session = session;
      this.#renew();
    }

    connectedCallback() {
      // A property that was set before the class was there hides the one of the class.
      for (const [name, value] of Object.entries(this)) {
        delete this[name];
        this[name] = value;
      }
      binding.renewals.add(this.#renew);
      this.#end = () => {};
      this.#renew();
    }

    disconnectedCallback() {
      binding.renewals.delete(this.#renew);
      this.#end();
      this.#end = undefined;
    }

    attributeChangedCallback() {
      this.#renew();
    }

    #asked() {
      const asked = {};
      for (const [name, attribute] of asks) {
        if (this.hasAttribute(attribute)) asked[name] = this.getAttribute(attribute);
      }
      return { ...asked, ...this.#given };
    }
  }
  return BoundElement;
}
