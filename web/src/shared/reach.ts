import { backOffMs } from "./live/back-off.ts";

/** A line that is back so soon was never away. */
const AWAY_AFTER_MS = 3_000;
/** While the line is away the server is asked now and then whether it is there, though it was. */
const WHILE_AWAY_MS = 15_000;

/** Whether the live line is away, and whether the server is out of reach. */
interface Stands {
  readonly away: boolean;
  readonly unreached: boolean;
}

interface ReachParts {
  /** True where the server itself answers; never rejects. */
  readonly probe: () => Promise<boolean>;
  /** Whether the device knows of a network at all; without one nothing is tried. */
  readonly hasNetwork: () => boolean;
  readonly tell: (stands: Stands) => void;
  /** Runs after so many milliseconds, unless the function it gives is called before. */
  readonly after: (ms: number, run: () => void) => () => void;
  readonly random: () => number;
}

/**
 * Whether the server is reached. A device knows only whether it has a network; behind a hotel's, or when the server is
 * gone, nothing comes through. So where a call brings no answer, or the live line is lost, the server is asked something
 * small, again and ever later until it answers; whatever comes through before that ends it.
 */
export class Reach {
  readonly #parts: ReachParts;
  #stands: Stands = { away: false, unreached: false };
  #failures = 0;
  /** Counts what was heard: the answer of an earlier try says nothing any more. */
  #heard = 0;
  #isTrying = false;
  #cancelAway: (() => void) | undefined;
  #cancelTry: (() => void) | undefined;

  constructor(parts: ReachParts) {
    this.#parts = parts;
  }

  /** Says how the live line stands; nothing where there is to be none. */
  readonly lineStands = (isThere: boolean | undefined): void => {
    if (isThere === false) {
      if (!this.#stands.away) this.#cancelAway ??= this.#parts.after(AWAY_AFTER_MS, () => this.#lose());
      return;
    }
    this.#cancelAway?.();
    this.#cancelAway = undefined;
    this.#set({ away: false });
    if (isThere) this.#reached();
  };

  /** Says whether a call brought an answer of the server's own. */
  readonly callEnded = (answered: boolean): void => {
    if (answered) this.#reached();
    else if (!this.#isTrying && !this.#stands.unreached) this.#try();
  };

  /** Something may be otherwise now, as when the device has found a network. */
  readonly lookAgain = (): void => {
    if (!this.#stands.unreached) return;
    this.#failures = 0;
    this.#try();
  };

  #lose(): void {
    this.#cancelAway = undefined;
    this.#set({ away: true });
    if (!this.#stands.unreached) this.#try();
  }

  #try(): void {
    this.#cancelTry?.();
    // The device says when it has a network again.
    if (this.#parts.hasNetwork()) void this.#ask();
    else this.#tryIn(WHILE_AWAY_MS);
  }

  async #ask(): Promise<void> {
    const heard = ++this.#heard;
    this.#isTrying = true;
    const answered = await this.#parts.probe();
    if (heard !== this.#heard) return;
    this.#isTrying = false;
    if (answered) return this.#reached();
    this.#set({ unreached: true });
    this.#tryIn(backOffMs(this.#failures++, this.#parts.random()));
  }

  #tryIn(ms: number): void {
    this.#cancelTry = this.#parts.after(ms, () => this.#try());
  }

  #reached(): void {
    this.#heard++;
    this.#isTrying = false;
    this.#failures = 0;
    this.#cancelTry?.();
    this.#set({ unreached: false });
    if (this.#stands.away) this.#tryIn(WHILE_AWAY_MS);
  }

  #set(change: Partial<Stands>): void {
    const { away, unreached } = this.#stands;
    this.#stands = { ...this.#stands, ...change };
    if (away !== this.#stands.away || unreached !== this.#stands.unreached) this.#parts.tell(this.#stands);
  }
}
