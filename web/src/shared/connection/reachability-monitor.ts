import { backoffMs } from "../live/backoff.ts";

/** A line that is back so soon was never away. */
const LOST_AFTER_MS = 3_000;
/** While the line is away the server is asked now and then whether it is there, though it was. */
const PROBE_WHILE_LOST_MS = 15_000;

/** Whether the live line is away, and whether the server is out of reach. */
interface Reachability {
  readonly liveConnectionLost: boolean;
  readonly unreachable: boolean;
}

interface ReachabilityDependencies {
  /** True where the server itself answers; never rejects. */
  readonly probe: () => Promise<boolean>;
  /** Whether the device knows of a network at all; without one nothing is tried. */
  readonly hasNetwork: () => boolean;
  readonly onChange: (state: Reachability) => void;
  /** Runs after so many milliseconds, unless the function it gives is called before. */
  readonly schedule: (ms: number, run: () => void) => () => void;
  readonly random: () => number;
}

/**
 * Whether the server is reached. A device knows only whether it has a network; behind a hotel's, or when the server is
 * gone, nothing comes through. So where a call brings no answer, or the live line is lost, the server is asked something
 * small, again and ever later until it answers; whatever comes through before that ends it.
 */
export class ReachabilityMonitor {
  readonly #dependencies: ReachabilityDependencies;
  #state: Reachability = { liveConnectionLost: false, unreachable: false };
  #failures = 0;
  /** Counts what was heard: the answer of an earlier try says nothing any more. */
  #probeNumber = 0;
  #isProbing = false;
  #cancelLostTimer: (() => void) | undefined;
  #cancelProbeTimer: (() => void) | undefined;

  constructor(dependencies: ReachabilityDependencies) {
    this.#dependencies = dependencies;
  }

  /** Says how the live line stands; nothing where there is to be none. */
  readonly setLiveConnected = (isConnected: boolean | undefined): void => {
    if (isConnected === false) {
      if (!this.#state.liveConnectionLost)
        this.#cancelLostTimer ??= this.#dependencies.schedule(LOST_AFTER_MS, () => this.#markLost());
      return;
    }
    this.#cancelLostTimer?.();
    this.#cancelLostTimer = undefined;
    this.#set({ liveConnectionLost: false });
    if (isConnected) this.#markReached();
  };

  /** Says whether a call brought an answer of the server's own. */
  readonly reportCallResult = (gotAnswer: boolean): void => {
    if (gotAnswer) this.#markReached();
    else if (!this.#isProbing && !this.#state.unreachable) this.#probe();
  };

  /** Something may be otherwise now, as when the device has found a network. */
  readonly recheck = (): void => {
    if (!this.#state.unreachable) return;
    this.#failures = 0;
    this.#probe();
  };

  #markLost(): void {
    this.#cancelLostTimer = undefined;
    this.#set({ liveConnectionLost: true });
    if (!this.#state.unreachable) this.#probe();
  }

  #probe(): void {
    this.#cancelProbeTimer?.();
    // The device says when it has a network again.
    if (this.#dependencies.hasNetwork()) void this.#runProbe();
    else this.#probeIn(PROBE_WHILE_LOST_MS);
  }

  async #runProbe(): Promise<void> {
    const probeNumber = ++this.#probeNumber;
    this.#isProbing = true;
    const gotAnswer = await this.#dependencies.probe();
    if (probeNumber !== this.#probeNumber) return;
    this.#isProbing = false;
    if (gotAnswer) return this.#markReached();
    this.#set({ unreachable: true });
    this.#probeIn(backoffMs(this.#failures++, this.#dependencies.random()));
  }

  #probeIn(ms: number): void {
    this.#cancelProbeTimer = this.#dependencies.schedule(ms, () => this.#probe());
  }

  #markReached(): void {
    this.#probeNumber++;
    this.#isProbing = false;
    this.#failures = 0;
    this.#cancelProbeTimer?.();
    this.#set({ unreachable: false });
    if (this.#state.liveConnectionLost) this.#probeIn(PROBE_WHILE_LOST_MS);
  }

  #set(change: Partial<Reachability>): void {
    const { liveConnectionLost, unreachable } = this.#state;
    this.#state = { ...this.#state, ...change };
    if (liveConnectionLost !== this.#state.liveConnectionLost || unreachable !== this.#state.unreachable)
      this.#dependencies.onChange(this.#state);
  }
}
