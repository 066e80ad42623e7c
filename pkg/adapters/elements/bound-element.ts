// The class of every element of the package: while it is in a document it follows a session, and it has a state that CSS can select.

import type { GateState, Session } from "platform-session";

/** What the elements that one call has defined share. */
export interface Binding {
  session: Session;
  /** A function for each element in a document: it makes the element follow the current `session`. */
  renewals: Set<() => void>;
}

/** An element of the package. */
export interface Bound extends HTMLElement {
  session: Session;
}

/** Sets the property `state` of an element, and its state in CSS. */
export type Mark = (state: GateState) => void;

/** The values of an element's inputs, by the name of the property; an input that is not set is missing. */
export type InputValues = Record<string, unknown>;

export interface Kind {
  /** The inputs of an element of this kind: each property, with the attribute that sets it, too. */
  inputs: readonly [property: string, attribute: string][];
  /**
   * Makes the content of a new element. Returns a function that makes the content follow a session: it is called whenever the session or an
   * input changes, and returns a function that ends this again.
   */
  create(element: Bound, mark: Mark): (session: Session, inputs: InputValues) => () => void;
}

export function createElementClass(binding: Binding, { inputs, create }: Kind): CustomElementConstructor {
  // False in jsdom; and happy-dom has no `attachInternals`.
  const hasStates = globalThis.CSS?.supports("selector(:state(a))");

  class BoundElement extends HTMLElement {
    static observedAttributes = inputs.map(([, attribute]) => attribute);

    #state: GateState = "unknown";
    #session: Session | null | undefined;
    /** Properties that were set. They take precedence over attributes, even with the value `undefined`, which denies. */
    #properties: InputValues = {};
    #internals = hasStates && this.attachInternals?.();
    /** Ends what the last `#follow` has begun; `undefined` while the element is not in a document. */
    #end: (() => void) | undefined;
    #renew = () => {
      if (!this.#end) return;
      this.#end();
      // Stays in place where `#follow` throws, because then there is nothing to end.
      const placeholder = () => {};
      this.#end = placeholder;
      const end = this.#follow(this.session, this.#inputValues());
      // While `#follow` ran, new content may have called `#renew` again, or removed this element: then this call's result is outdated.
      if (this.#end === placeholder) this.#end = end;
      else end();
    };
    // The last field: `create` may set properties, which needs all fields above.
    #follow = create(this, (state) => {
      this.#state = state;
      if (!this.#internals) return this.setAttribute("state", state);
      this.#internals.states.clear();
      this.#internals.states.add(state);
    });

    // A static field that defines the accessors as it is computed: Safari before 16.4 does not know static blocks.
    static accessors = inputs.map(([name]) => {
      Object.defineProperty(BoundElement.prototype, name, {
        __proto__: null,
        get() {
          return this.#inputValues()[name];
        },
        set(value) {
          this.#properties[name] = value;
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
      // A property that was set before the class was defined hides the class's accessor: delete it, and set it through the accessor.
      for (const [name, value] of Object.entries(this)) {
        delete (this as object as InputValues)[name];
        (this as object as InputValues)[name] = value;
      }
      binding.renewals.add(this.#renew);
      this.#end = () => {};
      this.#renew();
    }

    disconnectedCallback() {
      binding.renewals.delete(this.#renew);
      // Set since `connectedCallback`.
      (this.#end as () => void)();
      this.#end = undefined;
    }

    attributeChangedCallback() {
      this.#renew();
    }

    #inputValues() {
      const values: InputValues = {};
      for (const [name, attribute] of inputs) {
        if (this.hasAttribute(attribute)) values[name] = this.getAttribute(attribute);
      }
      return { ...values, ...this.#properties };
    }
  }
  return BoundElement;
}
