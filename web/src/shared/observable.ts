import { forgetAtSignOut } from "./session/left-behind.ts";

/** A value shared within this tab; subscribers are called on every change. */
interface Observable<T> {
  readonly get: () => T;
  readonly set: (newValue: T) => void;
  /** Calls the listener on every change; returns the unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
}

export function createObservable<T>(initial: T): Observable<T> {
  let value = initial;
  const subscribers = new Set<() => void>();
  return {
    get: () => value,
    set: (newValue) => {
      value = newValue;
      for (const listener of subscribers) listener();
    },
    subscribe: (listener) => {
      subscribers.add(listener);
      return () => subscribers.delete(listener);
    },
  };
}

/** Same for a value about the person who is signed in: it is what it was at first once they are signed out. */
export function createPersonalObservable<T>(initial: T): Observable<T> {
  const value = createObservable(initial);
  forgetAtSignOut(() => value.set(initial));
  return value;
}
