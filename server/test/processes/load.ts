import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  rideInput,
  type HttpReply,
  type Call,
  type Person,
  send,
  type ReplyBody,
} from "./http-users.ts";

type Status = "pending" | "accepted" | "withdrawn" | "rejected" | "cancelled";

/** A seat request in the state that the server last reported. */
export interface TrackedRequest {
  readonly id: string;
  readonly rideId: string;
  readonly host: Person;
  status: Status;
}
/** A request that is repeated until it is answered, always under the same key. */
interface PendingCall {
  readonly call: Call & { readonly key: string };
  /** Identifies its effect in the database: the note of a ride or the message of a request. */
  readonly marker?: string;
  readonly changes?: { readonly request: TrackedRequest; readonly to: Status };
  readonly answered: (answer: HttpReply<ReplyBody>) => void;
  attempts: number;
}

const RETRY_DELAY_MS = 50;
const HOSTING_SHARE = 0.1;
const UNTOUCHED_SHARE = 0.3;
const pickRandom = <T>(items: readonly T[]): T | undefined =>
  items[Math.floor(Math.random() * items.length)];
const chance = (share: number) => Math.random() < share;
/**
 * Refusals that are expected: others booked the same ride, the user is on another at that time, or has a seat from the
 * standby queue.
 */
const EXPECTED_CODES: ReadonlySet<string | undefined> = new Set([
  "ride_full",
  "cost_covered",
  "already_travelling",
  "already_requested",
]);

export interface LoadOptions {
  /** Time that each user waits between two requests. */
  readonly pauseMs?: () => number;
  /**
   * Behind a proxy the service goes on while a process or its database is replaced: users repeat requests without a
   * proper reply, and the proxy may have repeated some itself.
   */
  readonly isBehindProxy?: boolean;
  /** Called with each reply, or undefined if there was none. */
  readonly onReply?: (answer: HttpReply<ReplyBody> | undefined) => void;
}

/**
 * Users who continuously host, request, accept, withdraw and cancel, and the replies they received. Each waits for one
 * reply at a time; if the server is killed, the user repeats the request under the same key once it is back.
 */
export class Load {
  /** The ids of acknowledged rides, by marker. */
  readonly rides = new Map<string, string>();
  /** Acknowledged seat requests, by marker. */
  readonly requests = new Map<string, TrackedRequest>();
  /** Markers of refused requests, which must not exist in the database. */
  readonly refused = new Set<string>();
  /** Replies that must not occur. */
  readonly unexpectedReplies: (HttpReply<unknown> & Pick<Call, "path">)[] = [];
  acknowledged = 0;
  retried = 0;
  replayed = 0;
  /** Requests that were refused temporarily, with 503, and repeated. */
  deferred = 0;
  isStopped = false;
  readonly options: LoadOptions;
  readonly #writers: Writer[];

  constructor(hosts: readonly Person[], seekers: readonly Person[], options: LoadOptions = {}) {
    this.options = options;
    const open: OpenRide[] = [];
    this.#writers = seekers.map((seeker) => new Writer(this, hosts, seeker, open));
  }

  /** Requests that were sent and not answered. */
  get unanswered(): readonly PendingCall[] {
    return this.#writers.flatMap(({ step }) => step ?? []);
  }

  /**
   * Writes until `acknowledgements` more requests were answered, then calls `enough`; ends when the server has ended.
   */
  async run(address: string, acknowledgements: number, enough: () => void): Promise<void> {
    const until = this.acknowledged + acknowledgements;
    const count = () => void (++this.acknowledged === until && enough());
    await Promise.all(this.#writers.map((writer) => writer.run(address, count)));
  }

  /** Ends `run` after the pending requests. */
  stop(): void {
    this.isStopped = true;
  }

  /** Repeats all unanswered requests until they are answered, without new ones. */
  async settle(address: string): Promise<void> {
    this.isStopped = false;
    await Promise.all(this.#writers.map((writer) => writer.finish(address)));
  }
}

/** A process that is replaced may leave a first attempt running, and nginx answers for one that is gone. */
const isTemporary = ({ status, body }: HttpReply<ReplyBody>, isBehindProxy = false): boolean =>
  (status === 503 && body.code === "unavailable") ||
  (isBehindProxy && (status === 502 || status === 504 || body.code === "in_flight"));

interface OpenRide {
  readonly id: string;
  readonly host: Person;
}

class Writer {
  step: PendingCall | undefined;
  readonly #load: Load;
  readonly #hosts: readonly Person[];
  readonly #seeker: Person;
  readonly #open: OpenRide[];
  /** Rides that this seeker is on and may not request again. */
  readonly #on = new Set<string>();
  #request: TrackedRequest | undefined;

  constructor(load: Load, hosts: readonly Person[], seeker: Person, open: OpenRide[]) {
    this.#load = load;
    this.#hosts = hosts;
    this.#seeker = seeker;
    this.#open = open;
  }

  async run(address: string, count: () => void): Promise<void> {
    do this.step ??= this.#next();
    while (await this.#make(address, this.step, count));
  }

  async finish(address: string): Promise<void> {
    while (this.step)
      if (!(await this.#make(address, this.step, () => {})))
        throw new Error("The server has ended.");
  }

  /** Returns false if the server does not answer any more. */
  async #make(address: string, step: PendingCall, count: () => void): Promise<boolean> {
    const { isBehindProxy, onReply, pauseMs } = this.#load.options;
    if (step.attempts++ > 0) this.#load.retried++;
    else if (pauseMs) await sleep(pauseMs());
    const answer = await send(address, step.call).catch(() => undefined);
    onReply?.(answer);
    if (!answer && !isBehindProxy) return false;
    if (!answer || isTemporary(answer, isBehindProxy)) {
      this.#load.deferred++;
      await sleep(RETRY_DELAY_MS);
      return !this.#load.isStopped;
    }
    this.step = undefined;
    if (answer.replayed) this.#load.replayed++;
    step.answered(answer);
    count();
    return !this.#load.isStopped;
  }

  #next(): PendingCall {
    const { status } = this.#request ?? {};
    if (this.#request && status === "pending")
      return chance(0.7) ? this.#accept(this.#request) : this.#end(this.#request);
    if (this.#request && status === "accepted" && !chance(UNTOUCHED_SHARE))
      return this.#end(this.#request);
    const ride = pickRandom(this.#open.slice(-6).filter(({ id }) => !this.#on.has(id)));
    return ride && !chance(HOSTING_SHARE) ? this.#ask(ride) : this.#host();
  }

  #host(): PendingCall {
    const host = pickRandom(this.#hosts) ?? this.#seeker;
    const marker = randomUUID();
    const body = rideInput({ note: marker, approval: chance(0.3) ? "instant" : "manual" });
    return this.#step(
      { method: "POST", path: "/rides", token: host.token, body },
      { marker },
      ({ status, body }) => {
        if (status === 409 && body.code === "already_travelling")
          return this.#load.refused.add(marker).size > 0;
        if (status !== 201) return false;
        this.#load.rides.set(marker, body.id);
        return this.#open.push({ id: body.id, host }) > 0;
      },
    );
  }

  #ask(ride: OpenRide): PendingCall {
    const marker = randomUUID();
    const { origin, stops, destination } = rideInput();
    const [pickup, dropoff] =
      pickRandom([
        [origin, stops[0]],
        [stops[0], destination],
        [origin, destination],
      ]) ?? [];
    const body = { seats: chance(0.7) ? 1 : 2, pickup, dropoff, message: marker };
    const call = {
      method: "POST",
      path: `/rides/${ride.id}/request`,
      token: this.#seeker.token,
      body,
    } as const;
    return this.#step(call, { marker }, ({ status, body }) => {
      if (status === 409 && EXPECTED_CODES.has(body.code))
        return this.#load.refused.add(marker).size > 0;
      if (status !== 201 || (body.status !== "pending" && body.status !== "accepted")) return false;
      this.#request = { id: body.id, rideId: ride.id, host: ride.host, status: body.status };
      this.#load.requests.set(marker, this.#request);
      return this.#on.add(ride.id).size > 0;
    });
  }

  #accept(request: TrackedRequest): PendingCall {
    const path = `/rides/${request.rideId}/requests/${request.id}/accept`;
    const changes = { request, to: "accepted" } as const;
    return this.#step(
      { method: "POST", path, token: request.host.token },
      { changes },
      ({ status, body }) => {
        if (status === 409 && EXPECTED_CODES.has(body.code)) return true;
        if (status !== 200 || body.status !== "accepted") return false;
        request.status = body.status;
        return true;
      },
    );
  }

  /** This endpoint has no idempotency keys: if repeated, it reports that it was done before. */
  #end(request: TrackedRequest): PendingCall {
    const bySeeker = chance(0.5);
    const { token } = bySeeker ? this.#seeker : request.host;
    const to = request.status === "accepted" ? "cancelled" : bySeeker ? "withdrawn" : "rejected";
    const call = { method: "DELETE", path: `/rides/requests/${request.id}`, token } as const;
    const step = this.#step(call, { changes: { request, to } }, ({ status, body }) => {
      const mayRepeat = step.attempts > 1 || this.#load.options.isBehindProxy === true;
      const before = mayRepeat && status === 409 && body.code === "status_already_set";
      if ((before ? body.current?.status : body.status) !== to) return false;
      request.status = to;
      return this.#on.delete(request.rideId);
    });
    return step;
  }

  #step(
    call: Call,
    effect: Pick<PendingCall, "marker" | "changes">,
    expected: (answer: HttpReply<ReplyBody>) => boolean,
  ): PendingCall {
    const answered: PendingCall["answered"] = (answer) => {
      if (!expected(answer)) this.#load.unexpectedReplies.push({ ...answer, path: call.path });
    };
    return { call: { ...call, key: randomUUID() }, ...effect, answered, attempts: 0 };
  }
}
