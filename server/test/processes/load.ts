import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { aRide, type Answer, type Call, type Person, send, type Told } from "./callers.ts";

type Status = "pending" | "accepted" | "withdrawn" | "rejected" | "cancelled";

/** A seat request as the server last said it is. */
export interface Asked {
  readonly id: string;
  readonly rideId: string;
  readonly host: Person;
  status: Status;
}
/** One call that is made until it is answered, always under the same key. */
interface Step {
  readonly call: Call & { readonly key: string };
  /** What its effect is known by in the database: the text of a ride's note or of a request's message. */
  readonly mark?: string;
  readonly changes?: { readonly asked: Asked; readonly to: Status };
  readonly answered: (answer: Answer<Told>) => void;
  tries: number;
}

const PUT_OFF_MS = 50;
const HOSTING_SHARE = 0.1;
const LEFT_AS_IT_IS_SHARE = 0.3;
const oneOf = <T>(items: readonly T[]): T | undefined => items[Math.floor(Math.random() * items.length)];
const either = (share: number) => Math.random() < share;
/** What a ride that others book meanwhile may be: full, or paid for. */
const NO_ROOM: ReadonlySet<string | undefined> = new Set(["ride_full", "cost_covered"]);

/**
 * People who host, ask, accept, withdraw and cancel without pause, and what they were told. Each waits for one answer at
 * a time; whoever gets none because the server dies asks again under the same key when there is a server again.
 */
export class Load {
  /** The id of each acknowledged ride, by its mark. */
  readonly rides = new Map<string, string>();
  /** Each acknowledged seat request, by its mark. */
  readonly asked = new Map<string, Asked>();
  /** Marks of what the server refused, which must not be found. */
  readonly refused = new Set<string>();
  /** Answers that nobody should get. */
  readonly surprises: Answer<unknown>[] = [];
  acknowledged = 0;
  retried = 0;
  replayed = 0;
  /** Calls that were refused for the moment, with 503, and made again. */
  putOff = 0;
  isStopped = false;
  readonly #writers: Writer[];

  constructor(hosts: readonly Person[], seekers: readonly Person[]) {
    const open: OpenRide[] = [];
    this.#writers = seekers.map((seeker) => new Writer(this, hosts, seeker, open));
  }

  /** Steps that were sent and not answered. */
  get unanswered(): readonly Step[] {
    return this.#writers.flatMap(({ step }) => step ?? []);
  }

  /** Writes until `acknowledgements` more calls were answered, then calls `enough`; ends when the server is gone. */
  async run(address: string, acknowledgements: number, enough: () => void): Promise<void> {
    const until = this.acknowledged + acknowledgements;
    const count = () => void (++this.acknowledged === until && enough());
    await Promise.all(this.#writers.map((writer) => writer.run(address, count)));
  }

  /** Ends `run` after the calls that are under way. */
  stop(): void {
    this.isStopped = true;
  }

  /** Gets an answer for everything that has none yet, and begins nothing new. */
  async settle(address: string): Promise<void> {
    this.isStopped = false;
    await Promise.all(this.#writers.map((writer) => writer.finish(address)));
  }
}

interface OpenRide {
  readonly id: string;
  readonly host: Person;
}

class Writer {
  step: Step | undefined;
  readonly #load: Load;
  readonly #hosts: readonly Person[];
  readonly #seeker: Person;
  readonly #open: OpenRide[];
  /** Rides this seeker is still on, who may not ask there again. */
  readonly #on = new Set<string>();
  #asked: Asked | undefined;

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
    while (this.step) if (!(await this.#make(address, this.step, () => {}))) throw new Error("The server is gone.");
  }

  /** False when nobody answers any more. */
  async #make(address: string, step: Step, count: () => void): Promise<boolean> {
    if (step.tries++ > 0) this.#load.retried++;
    const answer = await send(address, step.call).catch(() => undefined);
    if (!answer) return false;
    if (answer.status === 503 && answer.body.code === "unavailable") {
      this.#load.putOff++;
      await sleep(PUT_OFF_MS);
      return !this.#load.isStopped;
    }
    this.step = undefined;
    if (answer.replayed) this.#load.replayed++;
    step.answered(answer);
    count();
    return !this.#load.isStopped;
  }

  #next(): Step {
    const { status } = this.#asked ?? {};
    if (this.#asked && status === "pending") return either(0.7) ? this.#accept(this.#asked) : this.#end(this.#asked);
    if (this.#asked && status === "accepted" && !either(LEFT_AS_IT_IS_SHARE)) return this.#end(this.#asked);
    const ride = oneOf(this.#open.slice(-6).filter(({ id }) => !this.#on.has(id)));
    return ride && !either(HOSTING_SHARE) ? this.#ask(ride) : this.#host();
  }

  #host(): Step {
    const host = oneOf(this.#hosts) ?? this.#seeker;
    const mark = randomUUID();
    const body = aRide({ note: mark, approval: either(0.3) ? "instant" : "manual" });
    return this.#step({ method: "POST", path: "/rides", token: host.token, body }, { mark }, ({ status, body }) => {
      if (status === 409 && body.code === "already_travelling") return this.#load.refused.add(mark).size > 0;
      if (status !== 201) return false;
      this.#load.rides.set(mark, body.id);
      return this.#open.push({ id: body.id, host }) > 0;
    });
  }

  #ask(ride: OpenRide): Step {
    const mark = randomUUID();
    const { origin, stops, destination } = aRide();
    const [pickup, dropoff] =
      oneOf([
        [origin, stops[0]],
        [stops[0], destination],
        [origin, destination],
      ]) ?? [];
    const body = { seats: either(0.7) ? 1 : 2, pickup, dropoff, message: mark };
    const call = { method: "POST", path: `/rides/${ride.id}/request`, token: this.#seeker.token, body } as const;
    return this.#step(call, { mark }, ({ status, body }) => {
      if (status === 409 && NO_ROOM.has(body.code)) return this.#load.refused.add(mark).size > 0;
      if (status !== 201 || (body.status !== "pending" && body.status !== "accepted")) return false;
      this.#asked = { id: body.id, rideId: ride.id, host: ride.host, status: body.status };
      this.#load.asked.set(mark, this.#asked);
      return this.#on.add(ride.id).size > 0;
    });
  }

  #accept(asked: Asked): Step {
    const path = `/rides/${asked.rideId}/requests/${asked.id}/accept`;
    const changes = { asked, to: "accepted" } as const;
    return this.#step({ method: "POST", path, token: asked.host.token }, { changes }, ({ status, body }) => {
      if (status === 409 && NO_ROOM.has(body.code)) return true;
      if (status !== 200 || body.status !== "accepted") return false;
      asked.status = body.status;
      return true;
    });
  }

  /** This call knows no keys: made again, it is told that it has been done. */
  #end(asked: Asked): Step {
    const bySeeker = either(0.5);
    const { token } = bySeeker ? this.#seeker : asked.host;
    const to = asked.status === "accepted" ? "cancelled" : bySeeker ? "withdrawn" : "rejected";
    const call = { method: "DELETE", path: `/rides/requests/${asked.id}`, token } as const;
    const step = this.#step(call, { changes: { asked, to } }, ({ status, body }) => {
      const before = step.tries > 1 && status === 409 && body.code === "status_already_set";
      if ((before ? body.current?.status : body.status) !== to) return false;
      asked.status = to;
      return this.#on.delete(asked.rideId);
    });
    return step;
  }

  #step(call: Call, effect: Pick<Step, "mark" | "changes">, expected: (answer: Answer<Told>) => boolean): Step {
    const answered: Step["answered"] = (answer) => {
      if (!expected(answer)) this.#load.surprises.push(answer);
    };
    return { call: { ...call, key: randomUUID() }, ...effect, answered, tries: 0 };
  }
}
