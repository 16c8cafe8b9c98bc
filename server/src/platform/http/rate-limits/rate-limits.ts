import type { RateLimit } from "@commonlane/contract/endpoint";
import { LRUCache } from "lru-cache";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Db } from "../../db/database.ts";
import { countAttempt } from "../../db/rate-counts.ts";
import { Problem } from "../problem.ts";

/** Counts one more attempt under `key`; returns the milliseconds to wait if the limit is exceeded. */
type Counter = (key: string) => Promise<number | undefined>;
/** Creates a counter for `count` attempts in `perS` seconds. Counters in memory are separate for each process. */
export type OpenCounter = (name: string, count: number, perS: number) => Counter;

/**
 * Limit for all requests of an address: far above a busy campus behind one address, far below a flood. It protects each
 * process and must be cheap.
 */
const GLOBAL_LIMIT = { count: 30_000, perS: 60 };

const countInMemory: OpenCounter = (keyPrefix, points, duration) => {
  const limiter = new RateLimiterMemory({
    keyPrefix,
    points,
    duration,
  });
  return async (key) => {
    try {
      await limiter.consume(key);
      return undefined;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return refused.msBeforeNext;
      throw refused;
    }
  };
};

/** Passes, or throws too_many with the seconds to wait. */
export type Guard = (key: string) => Promise<void>;

/** The limits of the contract and a global limit per address. */
export class RateLimits {
  readonly #openCounter: OpenCounter;
  readonly #factor: number;
  /** Runs for every request before anything else. */
  readonly globalGuard: Guard;

  /** `factor` scales every limit, for a community that is larger or behind one address. */
  constructor(openCounter: OpenCounter = countInMemory, factor = 1) {
    this.#openCounter = openCounter;
    this.#factor = factor;
    this.globalGuard = this.#createGuard(countInMemory, "everything", {
      by: "address",
      ...GLOBAL_LIMIT,
    });
  }

  /** One guard for all limits of an endpoint; undefined if there are none. */
  guardFor(endpointName: string, limits: readonly RateLimit[]): Guard | undefined {
    if (limits.length === 0) return undefined;
    const guards = limits.map((limit) =>
      this.#createGuard(this.#openCounter, `${endpointName} ${limit.perS}`, limit),
    );
    return async (key) => {
      for (const guard of guards) await guard(key);
    };
  }

  #createGuard(openCounter: OpenCounter, name: string, { by, count, perS }: RateLimit): Guard {
    const maxCount = Math.max(1, Math.round(count * this.#factor));
    if (by === "account" || by === "secret")
      return createGuard(openCounter(`${name} ${by}`, maxCount, perS));
    // The smallest network first: attempts refused there do not count against its neighbours.
    const levels = LEVEL_SUFFIXES.map((level, levelIndex) =>
      createGuard(
        openCounter(`${name} ${by}${level}`, Math.round(allowanceOf(maxCount, levelIndex)), perS),
      ),
    );
    return async (address) => {
      const networks = listNetworks(address);
      for (const [levelIndex, pass] of levels.entries()) {
        const network = networks[levelIndex];
        if (network !== undefined) await pass(network);
      }
    };
  }
}

/** Suffixes of counter names for the networks from `listNetworks`; the first also covers single IPv4 addresses. */
const LEVEL_SUFFIXES = ["", " /56", " /48"];

const createGuard =
  (countAttempt: Counter): Guard =>
  async (key) => {
    const waitMs = await countAttempt(key);
    if (waitMs !== undefined)
      throw new Problem("too_many", { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) });
  };

/**
 * The networks that an address counts as, from the smallest to the largest. IPv4 addresses count as themselves. A
 * customer may have any IPv6 network from a /64 to a /48, so each of the three levels has its own count; see
 * `allowanceOf` for their sizes.
 */
export function listNetworks(address: string): readonly [string, ...string[]] {
  const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mappedIpv4) return [mappedIpv4];
  if (!address.includes(":")) return [address];
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const groups =
    tail === undefined
      ? before
      : [
          ...before,
          ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill("0"),
          ...after,
        ];
  const [a = 0, b = 0, c = 0, d = 0] = groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16));
  const site = [a, b, c].map(hex).join(":");
  const subnet = d & 0xff00;
  return [`${site}:${hex(d)}::/64`, `${site}:${hex(subnet)}::/56`, `${site}::/48`];
}

/**
 * Limit of a network of `listNetworks` by index: a /56 may do twice, a /48 four times as much as a /64 or IPv4 address.
 */
export function allowanceOf(count: number, levelIndex: number): number {
  return count * 2 ** levelIndex;
}

/** Approximate network of an address: the /48 of an IPv6 address, or the /24 of an IPv4 one. */
export function approximateNetwork(address: string): string {
  const [smallest, , largest] = listNetworks(address);
  return largest ?? `${smallest.split(".").slice(0, 3).join(".")}.0/24`;
}

const hex = (group: number) => group.toString(16);

/** Maximum number of refused callers in memory, so that a flood of them does not reach the database. */
const MAX_REMEMBERED_REFUSALS = 20_000;

/**
 * Counts in the database, exactly and shared by all processes. No process holds a share, so one that ends or crashes
 * takes nothing of a limit with it. A refused caller is remembered until the window ends.
 */
export function createSharedCounter(db: Db): OpenCounter {
  const refusedUntilMs = new LRUCache<string, number>({ max: MAX_REMEMBERED_REFUSALS });
  return (counterName, count, perS) => async (key) => {
    const name = `${counterName} ${key}`;
    const waitMs = (refusedUntilMs.get(name) ?? 0) - performance.now();
    if (waitMs > 0) return waitMs;
    const { allowed, msLeft } = await countAttempt(db, {
      name,
      allowance: { count, perS },
    });
    if (allowed) return undefined;
    refusedUntilMs.set(name, performance.now() + msLeft);
    return msLeft;
  };
}
