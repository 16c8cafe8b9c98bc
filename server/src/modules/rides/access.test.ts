import type { Profile } from "@commonlane/contract/profiles";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import type { RideFound } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { expect, test } from "vitest";
import { allAlerted, saveSearch } from "../../../test/alerts.ts";
import { askForSeats, hostRide, offerOn, postRequest, searchThatDay, TOMORROW } from "../../../test/journeys.ts";
import { noticesOf } from "../../../test/notices.ts";
import { openWorld, type Person, type World } from "../../../test/world.ts";

const BOTH = ["step-free", "wheelchair"];
/** Somebody with a vehicle that has this. */
async function driver(world: World, comfort: readonly string[]) {
  const person = await world.person();
  const vehicles = [{ make: "VW", model: "Caddy", colour: "white", plate: "FR A 1", seats: 5, comfort }];
  const { body } = await world.call<Profile>("POST", "/firebase-auth/update-profile", {
    as: person,
    body: { vehicles },
  });
  return { person, vehicleId: body.vehicles[0]?.id };
}

async function rideWith(world: World, comfort: readonly string[], said: object = {}) {
  const { person, vehicleId } = await driver(world, comfort);
  return { host: person, ride: await hostRide(world, person, { vehicleId, note: comfort.join(), ...said }) };
}

const soon = ({ world }: World) => void (world.now = new Date(world.now.getTime() + 1000));
const alerted = async (world: World, as: Person) =>
  (await noticesOf(world, as)).filter(({ kind }) => kind.endsWith(".alerted")).length;

test("[issue6/access:search] who needs step-free entry or space for a wheelchair finds the rides whose vehicles have it, and pets keep no assistance animal away", async () => {
  const world = await openWorld();
  const seeker = await world.person();
  await rideWith(world, ["sockets"], { preferences: { pets: "no" } });
  await rideWith(world, ["step-free", "sockets"]);
  await rideWith(world, BOTH, { preferences: { pets: "no" } });
  await hostRide(world, await world.person(), { note: "no vehicle" });
  const shown = async (query: Record<string, string>) => {
    const { body } = await world.call<{ items: RideFound[] }>("GET", "/rides/search", {
      as: seeker,
      query: { ...searchThatDay, ...query },
    });
    return body.items;
  };
  const notes = async (query: Record<string, string>) =>
    (await shown(query)).map(({ ride }) => ride.note ?? "").toSorted();
  expect(await shown({})).toHaveLength(4);
  expect(await notes({ stepFree: "true" })).toEqual(["step-free,sockets", "step-free,wheelchair"]);
  expect(await notes({ wheelchair: "true" })).toEqual(["step-free,wheelchair"]);
  expect(await notes({ wheelchair: "false" })).toHaveLength(4);
  expect(await notes({ pets: "small" })).toEqual([]);
  expect(await notes({ pets: "small", assistanceAnimal: "true" })).toHaveLength(4);
  expect(await notes({ assistanceAnimal: "true", wheelchair: "true" })).toEqual(["step-free,wheelchair"]);
  const [found] = await shown({ wheelchair: "true" });
  expect(found?.ride.vehicle).toMatchObject({ access: BOTH, plate: null });
});

test("[issue6/access:request] the host is told what a seeker needs, and nobody books at once what the vehicle is not known to have", async () => {
  const world = await openWorld();
  const { host, ride } = await rideWith(world, []);
  const { seeker, asked } = await askForSeats(world, ride, host, { needs: ["wheelchair", "assistance-animal"] });
  expect(asked).toMatchObject({ status: 201, body: { status: "pending" } });
  const { body } = await world.call<{ items: SeatRequest[] }>("GET", `/rides/${ride.id}/requests`, { as: host });
  expect(body.items[0]).toMatchObject({ seekerId: seeker.uid, needs: ["wheelchair", "assistance-animal"] });

  const instant = { approval: "instant", departsAt: "2026-01-03T06:45:00.000Z", preferences: { pets: "no" } };
  const bare = await rideWith(world, ["step-free"], instant);
  const refused = await askForSeats(world, bare.ride, bare.host, { needs: BOTH });
  expect(refused.asked.body.code).toBe("access_missing");
  const fitting = await rideWith(world, BOTH, instant);
  const booked = await askForSeats(world, fitting.ride, fitting.host, { needs: [...BOTH, "assistance-animal"] });
  expect(booked.asked.body).toMatchObject({ status: "accepted", needs: [...BOTH, "assistance-animal"] });
  expect(world.bugs).toEqual([]);
});

test("[issue6/access:offer] only who has it in the vehicle answers a request that needs it, and it goes along into the booking", async () => {
  const world = await openWorld();
  const seeker = await world.person();
  const wish = await postRequest(world, seeker, { needs: ["step-free", "assistance-animal"] });
  expect(wish.needs).toEqual(["step-free", "assistance-animal"]);
  const [bare, fit] = [await driver(world, ["wheelchair"]), await driver(world, ["step-free"])];
  const said = { departsAt: TOMORROW, seats: 2 };
  const refused = await offerOn(world, wish, seeker, { ...said, vehicleId: bare.vehicleId }, bare.person);
  expect(refused.made.body.code).toBe("access_missing");
  const offer = await offerOn(world, wish, seeker, { ...said, vehicleId: fit.vehicleId }, fit.person);
  expect(offer.made.status).toBe(201);
  await offer.accept();
  const { body } = await world.call<{ items: SeatRequest[] }>("GET", "/rides/my-requests", { as: seeker });
  expect(body.items[0]).toMatchObject({ status: "accepted", needs: ["step-free", "assistance-animal"] });
});

test("[issue6/access:alerts] alerts and the requests along a ride lead nobody to a vehicle in which they cannot travel", async () => {
  const world = await openWorld();
  const [saver, seeker] = [await world.person(), await world.person()];
  await saveSearch(world, saver, { wishes: { wheelchair: true } });
  const wish = await postRequest(world, seeker, { needs: ["wheelchair"] });
  soon(world);
  const bare = await rideWith(world, ["step-free"]);
  await allAlerted(world.ctx);
  expect([await alerted(world, saver), await alerted(world, seeker)]).toEqual([0, 0]);
  const fitting = await rideWith(world, ["wheelchair"]);
  await allAlerted(world.ctx);
  expect([await alerted(world, saver), await alerted(world, seeker)]).toEqual([1, 1]);
  const along = async ({ host, ride }: typeof bare) =>
    (
      await world.call<{ items: RideRequest[] }>("GET", "/requests/nearby", { as: host, query: { rideId: ride.id } })
    ).body.items.map(({ id }) => id);
  expect(await along(bare)).toEqual([]);
  expect(await along(fitting)).toEqual([wish.id]);
  soon(world);
  await postRequest(world, await world.person(), { needs: ["wheelchair"] });
  await allAlerted(world.ctx);
  expect([await alerted(world, bare.host), await alerted(world, fitting.host)]).toEqual([0, 1]);
});

test("[issue6/access:profile] what somebody needs stands in their own profile alone", async () => {
  const world = await openWorld();
  const [person, other] = [await world.person(), await world.person()];
  const needs = ["wheelchair", "assistance-animal"];
  const change = (said: object) =>
    world.call<Profile & { code?: string }>("POST", "/firebase-auth/update-profile", { as: person, body: said });
  expect((await change({ needs })).body.needs).toEqual(needs);
  expect((await change({ bio: "hello" })).body.needs).toEqual(needs);
  expect((await change({ needs: ["a lift"] })).body.code).toBe("invalid_input");
  const seen = await world.call("GET", `/profiles/${person.uid}`, { as: other });
  expect(JSON.stringify(seen.body)).not.toContain("assistance");
  expect((await change({ needs: [] })).body.needs).toEqual([]);
});
