import { DriverCellUpdate } from "@commonlane/contract/active-drivers";
import { getMapCell } from "@commonlane/contract/driver-cells";
import { HOUR_MS } from "@commonlane/contract/durations";
import { io } from "socket.io-client";
import { z } from "zod";
import type { Point } from "./fill-drivers.ts";

const EVERY_MS = 100;
const STEP_DEG = 1e-6;
const PATIENCE_MS = 30_000;
const HERE: Point & { label: string } = { label: "Here", lat: 48.1, lng: 7.9 };
const Made = z.object({ id: z.string() });

/** The driver's distance so far: each measurement continues from the previous one. */
let steps = 0;

interface Pair {
  readonly address: string;
  /** Tokens of a driver, and of a user who may see the exact position. */
  readonly driver: string;
  readonly passenger: string;
}

/** Makes one user the passenger of the other, who goes online. */
export async function agree({ address, driver, passenger }: Pair): Promise<void> {
  const call = async (path: string, token: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const reply = await fetch(`${address}/api${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
    return reply.json();
  };
  const departsAt = new Date(Date.now() + 24 * HOUR_MS).toISOString();
  const destination = { label: "There", lat: 48.6, lng: 8.1 };
  const ride = Made.parse(
    await call("/rides", driver, { origin: HERE, destination, departsAt, seatsTotal: 3 }),
  );
  const { id } = Made.parse(await call(`/rides/${ride.id}/request`, passenger, {}));
  await call(`/rides/${ride.id}/requests/${id}/accept`, driver, {});
  await call("/rides/active-drivers", driver, { lat: HERE.lat, lng: HERE.lng });
}

/**
 * A driver who moves ten times a second, and a passenger who watches: for each frame, the age in milliseconds of the
 * oldest position that was new to the passenger.
 */
export async function staleness(
  { address, driver, passenger }: Pair,
  seconds: number,
): Promise<number[]> {
  const line = (token: string) =>
    io(address, { path: "/live", transports: ["websocket"], auth: { token }, forceNew: true });
  const driverSocket = line(driver);
  const passengerSocket = line(passenger);
  const sentAtMs = new Map<number, number>();
  const stale: number[] = [];
  let known: number | undefined;
  passengerSocket.on("drivers.moved", (payload: unknown) => {
    for (const { lat, exact } of DriverCellUpdate.parse(payload).moved) {
      const newest = Math.round((lat - HERE.lat) / STEP_DEG);
      if (!exact || newest <= (known ?? -1)) continue;
      const oldest = known !== undefined && sentAtMs.get(known + 1);
      if (oldest) stale.push(performance.now() - oldest);
      known = newest;
    }
  });
  await new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("The passenger is shown nobody.")), PATIENCE_MS).unref();
    passengerSocket
      .once("drivers.moved", resolve)
      .emit("drivers.watch", { cells: [getMapCell(HERE)] });
  });
  const moving = setInterval(() => {
    sentAtMs.set(++steps, performance.now());
    driverSocket.emit("drivers.move", { lat: HERE.lat + steps * STEP_DEG, lng: HERE.lng });
  }, EVERY_MS);
  await new Promise((done) => setTimeout(done, seconds * 1000));
  clearInterval(moving);
  driverSocket.disconnect();
  passengerSocket.disconnect();
  if (stale.length === 0) throw new Error("The passenger saw nothing move.");
  return stale;
}
