import { type CarSegments, CLOSED, DESTINATION, OPEN } from "./car-segments.ts";
import { growingUints } from "../growing-array.ts";
import type { Lists } from "../groups.ts";
import { type Directed, FORBIDDEN, FREE, reverseOf, type TurnStates } from "./turn-states.ts";

/** Nodes and edges of a road graph, without times. */
export interface DrivenEdges {
  readonly nodeJunction: Uint32Array;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly directed: Uint32Array;
}

/**
 * Copies of the junctions, so that edges alone say what may be driven: one for public roads; one for each state of the
 * turn restrictions; in destination-only areas one for those who arrive and one for those who depart.
 */
export function connectSegments(
  segments: CarSegments,
  leaving: Lists,
  turns: TurnStates,
): DrivenEdges {
  const edges = new EdgeBuilder(segments, leaving, turns);
  for (let directed = 0; directed < 2 * segments.from.length; directed++) {
    const access = accessOf(segments, directed);
    if (access === OPEN) edges.addPublic(directed);
    if (access === DESTINATION) edges.addDestination(directed);
  }
  return edges.finish();
}

export function accessOf(segments: CarSegments, directed: Directed): number {
  const access = directed % 2 === 0 ? segments.accessForward : segments.accessBackward;
  return access[directed >>> 1] ?? CLOSED;
}

export const tailOf = ({ from, to }: CarSegments, directed: Directed): number =>
  (directed % 2 === 0 ? from : to)[directed >>> 1] ?? 0;

const NO_NODE = 0xffffffff;

class EdgeBuilder {
  readonly #segments: CarSegments;
  readonly #leaving: Lists;
  readonly #turns: TurnStates;
  /** Other states than `FREE` by the junction at which they are. */
  readonly #statesAt = new Map<number, number[]>();
  readonly #isPublic: Uint8Array;
  readonly #publicNode: Uint32Array;
  readonly #arrivalNode: Uint32Array;
  readonly #departureNode: Uint32Array;
  readonly #stateNode: Uint32Array;
  readonly #nodeJunction = growingUints();
  readonly #from = growingUints();
  readonly #to = growingUints();
  readonly #directed = growingUints();

  constructor(segments: CarSegments, leaving: Lists, turns: TurnStates) {
    const junctions = segments.junctionLat7.length;
    this.#segments = segments;
    this.#leaving = leaving;
    this.#turns = turns;
    this.#isPublic = new Uint8Array(junctions);
    this.#publicNode = new Uint32Array(junctions).fill(NO_NODE);
    this.#arrivalNode = new Uint32Array(junctions).fill(NO_NODE);
    this.#departureNode = new Uint32Array(junctions).fill(NO_NODE);
    this.#stateNode = new Uint32Array(turns.size).fill(NO_NODE);
    for (let directed = 0; directed < 2 * segments.from.length; directed++)
      if (accessOf(segments, directed) === OPEN) {
        this.#isPublic[this.#tailOf(directed)] = 1;
        this.#isPublic[this.#headOf(directed)] = 1;
      }
    for (let state = 1; state < turns.size; state++) {
      if (!turns.isReachable(state)) continue;
      const junction = this.#headOf(turns.arrivedBy[state] ?? 0);
      const states = this.#statesAt.get(junction) ?? [];
      this.#statesAt.set(junction, states);
      states.push(state);
    }
  }

  addPublic(directed: Directed): void {
    this.#forEachPublicTail(directed, (tail, state) =>
      this.#add(tail, this.#headIn(state, directed), directed),
    );
  }

  addDestination(directed: Directed): void {
    const tail = this.#tailOf(directed);
    const head = this.#headOf(directed);

    // Those who arrive, from public roads or further on in the area.
    this.#forEachPublicTail(directed, (from) =>
      this.#add(from, this.#nodeIn(this.#arrivalNode, head), directed),
    );
    const comesFromArea = this.#hasOther(tail, directed, (other) => reverseOf(other));
    const isReached = comesFromArea || this.#isPublic[tail] === 0;
    if (isReached)
      this.#add(
        this.#nodeIn(this.#arrivalNode, tail),
        this.#nodeIn(this.#arrivalNode, head),
        directed,
      );

    // Those who depart, onto a public road or further on in the area.
    const departure = () => this.#nodeIn(this.#departureNode, tail);
    const leadsOn = this.#hasOther(head, directed, (other) => other);
    if (this.#isPublic[head] === 1) {
      const state = this.#turns.after(FREE, directed);
      this.#add(departure(), this.#headIn(state, directed), directed);
    }
    if (leadsOn) this.#add(departure(), this.#nodeIn(this.#departureNode, head), directed);
  }

  finish(): DrivenEdges {
    return {
      nodeJunction: this.#nodeJunction.toArray(),
      from: this.#from.toArray(),
      to: this.#to.toArray(),
      directed: this.#directed.toArray(),
    };
  }

  /** Each copy of the junction on public roads from which this segment may be driven, and its state after that. */
  #forEachPublicTail(directed: Directed, visit: (node: number, state: number) => void): void {
    const tail = this.#tailOf(directed);
    if (this.#isPublic[tail] === 0) return;
    const free = this.#turns.after(FREE, directed);
    if (free !== FORBIDDEN) visit(this.#publicAt(tail), free);

    for (const state of this.#statesAt.get(tail) ?? []) {
      const arrived = this.#turns.arrivedBy[state] ?? 0;
      if (accessOf(this.#segments, arrived) === CLOSED) continue;
      const after = this.#turns.after(state, directed);
      if (after !== FORBIDDEN) visit(this.#nodeOfState(state), after);
    }
  }

  #headIn(state: number, directed: Directed): number {
    return state === FREE ? this.#publicAt(this.#headOf(directed)) : this.#nodeOfState(state);
  }

  /** Whether a segment in the area, other than this one, leaves the junction, or with `reverseOf` arrives there. */
  #hasOther(
    junction: number,
    except: Directed,
    directionOf: (leaving: Directed) => Directed,
  ): boolean {
    const { first, items } = this.#leaving;
    for (let at = first[junction] ?? 0; at < (first[junction + 1] ?? 0); at++) {
      const directed = directionOf(items[at] ?? 0);
      const isOther = directed >>> 1 !== except >>> 1;
      if (isOther && accessOf(this.#segments, directed) === DESTINATION) return true;
    }
    return false;
  }

  #publicAt(junction: number): number {
    return this.#nodeIn(this.#publicNode, junction);
  }

  #nodeIn(nodes: Uint32Array, junction: number): number {
    const known = nodes[junction] ?? NO_NODE;
    if (known !== NO_NODE) return known;
    const node = this.#addNode(junction);
    nodes[junction] = node;
    return node;
  }

  #nodeOfState(state: number): number {
    const known = this.#stateNode[state] ?? NO_NODE;
    if (known !== NO_NODE) return known;
    const node = this.#addNode(this.#headOf(this.#turns.arrivedBy[state] ?? 0));
    this.#stateNode[state] = node;
    return node;
  }

  #addNode(junction: number): number {
    this.#nodeJunction.push(junction);
    return this.#nodeJunction.length - 1;
  }

  #add(from: number, to: number, directed: Directed): void {
    this.#from.push(from);
    this.#to.push(to);
    this.#directed.push(directed);
  }

  #tailOf(directed: Directed): number {
    return tailOf(this.#segments, directed);
  }

  #headOf(directed: Directed): number {
    return tailOf(this.#segments, reverseOf(directed));
  }
}
