type Listener = (payload: unknown) => void;

/** How the line stands: not there yet, there, or lost. */
export type LiveStatus = "connecting" | "live" | "reconnecting";

/** One page's end of the browser's line, whichever page holds the line itself. */
export class TabConnection {
  readonly #listeners = new Map<string, Set<Listener>>();
  #status: LiveStatus = "connecting";
  /** Where what is said goes; set by whoever lays the wire. */
  send: (event: string, payload: unknown) => void = () => {};

  get connected(): boolean {
    return this.#status === "live";
  }

  get status(): LiveStatus {
    return this.#status;
  }

  on(event: string, listener: Listener): void {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener));
  }

  off(event: string, listener: Listener): void {
    this.#listeners.get(event)?.delete(listener);
  }

  emit(event: string, payload: unknown): void {
    this.send(event, payload);
  }

  /** Something came over the line. */
  dispatch(event: string, payload: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(payload);
  }

  /** Tells of it as `status`, and as `connect` and `disconnect` where it became so. */
  setStatus(status: LiveStatus): void {
    const wasConnected = this.connected;
    this.#status = status;
    this.dispatch("status", status);
    if (wasConnected !== this.connected) this.dispatch(wasConnected ? "disconnect" : "connect", undefined);
  }
}
