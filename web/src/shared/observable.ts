/** A value shared within this tab; subscribers are called on every change. */
interface Observable<T> {
  readonly get: () => T;
  readonly set: (next: T) => void;
  /** Calls the listener on every change; returns the unsubscribe function. */
  readonly subscribe: (changed: () => void) => () => void;
}

export function createObservable<T>(first: T): Observable<T> {
  let value = first;
  const subscribers = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const changed of subscribers) changed();
    },
    subscribe: (changed) => {
      subscribers.add(changed);
      return () => subscribers.delete(changed);
    },
  };
}
