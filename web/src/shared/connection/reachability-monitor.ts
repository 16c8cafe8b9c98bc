import { backoffMs } from "../live/backoff.ts";

/** Shorter interruptions of the WebSocket are ignored. */
const LOST_AFTER_MS = 3_000;
/** Probe interval while the WebSocket is lost but the server is reachable. */
const PROBE_WHILE_LOST_MS = 15_000;

/** State of the WebSocket and of the server. */
interface Reachability {
  readonly liveConnectionLost: boolean;
  readonly unreachable: boolean;
}

interface ReachabilityDependencies {
  /** Resolves to true if the server itself answers; never rejects. */
  readonly probe: () => Promise<boolean>;
  /** True if the device has a network; without one there are no probes. */
  readonly hasNetwork: () => boolean;
  readonly onChange: (state: Reachability) => void;
  /** Runs a function after a delay; returns a function that cancels it. */
  readonly schedule: (ms: number, run: () => void) => () => void;
  readonly random: () => number;
}

/**
 * Determines whether the server is reachable. The device only knows whether it has a network, not whether a captive
 * portal or an outage blocks it. So when a call gets no reply or the WebSocket is lost, the monitor probes the server
 * with increasing delays until anything gets through.
 */
export class ReachabilityMonitor {
  readonly #dependencies: ReachabilityDependencies;
  #state: Reachability = {
    liveConnectionLost: false,
    unreachable: false,
  };
  #failures = 0;
  /** Number of the latest probe: replies to earlier ones are outdated. */
  #probeNumber = 0;
  #isProbing = false;
  #cancelLostTimer: (() => void) | undefined;
  #cancelProbeTimer: (() => void) | undefined;

  constructor(dependencies: ReachabilityDependencies) {
    this.#dependencies = dependencies;
  }

  /** Reports the state of the WebSocket; undefined if there is none. */
  readonly setLiveConnected = (isConnected: boolean | undefined): void => {
    if (isConnected === false) {
      if (!this.#state.liveConnectionLost)
        this.#cancelLostTimer ??= this.#dependencies.schedule(LOST_AFTER_MS, () =>
          this.#markLost(),
        );
      return;
    }
    this.#cancelLostTimer?.();
    this.#cancelLostTimer = undefined;
    this.#set({ liveConnectionLost: false });
    if (isConnected) this.#markReached();
  };

  /** Reports whether a call got a reply from the server itself. */
  readonly reportCallResult = (gotAnswer: boolean): void => {
    if (gotAnswer) this.#markReached();
    else if (!this.#isProbing && !this.#state.unreachable) this.#probe();
  };

  /** Probes again after a possible change, such as a new network. */
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
    // Without a network, the device reports when it has one again.
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
    if (
      liveConnectionLost !== this.#state.liveConnectionLost ||
      unreachable !== this.#state.unreachable
    )
      this.#dependencies.onChange(this.#state);
  }
}
