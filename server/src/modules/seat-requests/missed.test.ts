import type { Fact } from "@commonlane/contract/live";
import { expect, test } from "vitest";
import { askForSeats, freiburgToKoeln, hostRide, towns } from "../../../test/journeys.ts";
import { openWorld } from "../../../test/world.ts";
import { reviewSeatRequests } from "./missed.ts";

/** Somebody's door in Karlsruhe, which is no stop of the ride. */
const DOOR = {
  label: "Sophienstraße 12, Karlsruhe",
  lat: towns.karlsruhe.lat + 0.004,
  lng: towns.karlsruhe.lng + 0.003,
};

const seatsIn = (facts: readonly Fact[]) => facts.flatMap((fact) => ("seatRequest" in fact ? [fact.seatRequest] : []));

test("[issue5/live:rights-now] a seat request that was missed is told as its reader may know it now: not where a passenger of then lives, nor what they wrote", async () => {
  const world = await openWorld();
  const [host, bob] = [await world.person(), await world.person()];
  const ride = await hostRide(world, host, { stops: [...freiburgToKoeln.stops] });
  const [atHost, atSeeker] = [world.hear(host.uid), world.hear(bob.uid)];
  const ask = await askForSeats(world, ride, host, { pickup: DOOR, message: "Call +49 761 1234567" }, bob);
  expect(ask.asked.status).toBe(201);
  await ask.accept();
  await world.allTold();
  const review = reviewSeatRequests(world.ctx);
  const missedBy = async (uid: string, heard: readonly Fact[]) =>
    (
      await review(
        uid,
        heard.map((fact) => ({ fact })),
      )
    ).map(({ fact }) => fact);

  const listed = async () =>
    (await world.call<{ items: object[] }>("GET", `/rides/${ride.id}/requests`, { as: host })).body.items;
  // While the seat stands, the host knows the door: also by what was told before it was agreed.
  const agreed = seatsIn(await missedBy(host.uid, atHost));
  expect(agreed).toHaveLength(2);
  for (const seat of agreed) expect(seat).toMatchObject({ pickup: DOOR, message: "Call +49 761 1234567" });
  expect([agreed[0]]).toEqual(await listed());

  await ask.end();
  await world.allTold();
  expect(JSON.stringify(atHost)).toContain(DOOR.label);
  const late = await missedBy(host.uid, atHost);
  expect(late.map(({ type }) => type)).toEqual(atHost.map(({ type }) => type));
  expect(JSON.stringify(late)).not.toContain(DOOR.label);
  expect(JSON.stringify(late)).not.toContain("1234567");
  for (const seat of seatsIn(late)) expect([seat]).toEqual(await listed());
  // The seeker's own things stay theirs.
  for (const seat of seatsIn(await missedBy(bob.uid, atSeeker)))
    expect(seat).toMatchObject({ message: "Call +49 761 1234567" });

  await world.db.deleteFrom("seat_request").execute();
  expect(seatsIn(await missedBy(host.uid, atHost))).toEqual([]);
});
