/** A value that parts of this tab share, whichever screen they are on: whoever listens is told of each change. */
interface Observable<T> {
  readonly get: () => T;
  readonly set: (next: T) => void;
  /** Calls back at each change, until the function it gives is called. */
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
