type Listener = (payload: unknown) => void;

/** State of the connection: never connected, connected, or lost. */
export type LiveStatus = "connecting" | "live" | "reconnecting";

/** A tab's end of the shared connection, whichever tab owns the socket. */
export class TabConnection {
  readonly #listeners = new Map<string, Set<Listener>>();
  #status: LiveStatus = "connecting";
  /** Sends a message; set by the code that connects the tab. */
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

  /** Delivers a message from the server. */
  dispatch(event: string, payload: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(payload);
  }

  /** Emits `status` on changes, and `connect` or `disconnect` accordingly. */
  setStatus(status: LiveStatus): void {
    const wasConnected = this.connected;
    this.#status = status;
    this.dispatch("status", status);
    if (wasConnected !== this.connected) this.dispatch(wasConnected ? "disconnect" : "connect", undefined);
  }
}
