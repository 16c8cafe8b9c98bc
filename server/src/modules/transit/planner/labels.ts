import type { Network } from "../network/network.ts";

/** What is known after a number of trips about each stop. Instants are seconds, negative in searches backwards. */
export type Round = Readonly<ReturnType<typeof createRound>>;

function createRound(stopCount: number) {
  return {
    /** When a trip first lets passengers out here. */
    out: new Float64Array(stopCount),
    /** The trip of `out`: pattern, trip, service day, and the positions of getting in and out. */
    outPattern: new Int32Array(stopCount),
    outTrip: new Int32Array(stopCount),
    outDay: new Int32Array(stopCount),
    outFrom: new Int32Array(stopCount),
    outTo: new Int32Array(stopCount),
    /** From when on passengers can get into the next trip here. */
    ready: new Float64Array(stopCount),
    /** The stop where they got out before; -1 at the start. */
    readyFrom: new Int32Array(stopCount),
  };
}

/** Memory for one search at a time; the next search overwrites it. */
export class Labels {
  readonly #stopCount: number;
  readonly #rounds: Round[] = [];
  /** The best of all rounds. */
  readonly bestOut: Float64Array;
  readonly bestReady: Float64Array;
  /** The first position of each pattern where passengers may get in; -1: not in this round. */
  readonly queue: Int32Array;

  constructor(network: Network) {
    this.#stopCount = network.stopCount;
    this.bestOut = new Float64Array(network.stopCount);
    this.bestReady = new Float64Array(network.stopCount);
    this.queue = new Int32Array(network.patternCount).fill(-1);
  }

  reset(): void {
    this.bestOut.fill(Infinity);
    this.bestReady.fill(Infinity);
    this.queue.fill(-1);
  }

  /** The empty labels of a round. */
  openRound(number: number): Round {
    const round = (this.#rounds[number] ??= createRound(this.#stopCount));
    round.out.fill(Infinity);
    round.ready.fill(Infinity);
    return round;
  }

  round(number: number): Round {
    const round = this.#rounds[number];
    if (!round) throw new Error(`There is no round ${number}.`);
    return round;
  }
}

const labelsOfNetworks = new WeakMap<Network, Labels>();

export function labelsOf(network: Network): Labels {
  const labels = labelsOfNetworks.get(network) ?? new Labels(network);
  labelsOfNetworks.set(network, labels);
  labels.reset();
  return labels;
}
