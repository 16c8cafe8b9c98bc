type Listener = (said: unknown) => void;

/** How the line stands: not there yet, there, or lost. */
export type LiveStatus = "connecting" | "live" | "reconnecting";

/** One page's end of the browser's line, whichever page holds the line itself. */
export class Wire {
  readonly #listeners = new Map<string, Set<Listener>>();
  #status: LiveStatus = "connecting";
  /** Where what is said goes; set by whoever lays the wire. */
  say: (event: string, said: unknown) => void = () => {};

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

  emit(event: string, said: unknown): void {
    this.say(event, said);
  }

  /** Something came over the line. */
  tell(event: string, said: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(said);
  }

  /** Tells of it as `status`, and as `connect` and `disconnect` where it became so. */
  stands(status: LiveStatus): void {
    const was = this.connected;
    this.#status = status;
    this.tell("status", status);
    if (was !== this.connected) this.tell(was ? "disconnect" : "connect", undefined);
  }
}
