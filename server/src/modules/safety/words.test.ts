import type { Offer } from "@commonlane/contract/offers";
import type { PublicProfile } from "@commonlane/contract/profiles";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import type { Ride } from "@commonlane/contract/rides";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { expect, test } from "vitest";
import { atMap } from "../../../test/drivers.ts";
import { askForSeats, hostRide, offerOn, postRequest } from "../../../test/journeys.ts";
import { noticesOf } from "../../../test/notices.ts";
import { myOffers, offersOf } from "../../../test/offers.ts";
import { arrival, shareRide } from "../../../test/shared-rides.ts";
import { openWorld, type Person, type World } from "../../../test/world.ts";

const WHOLE = "Call +49 761 1234567, mail me@example.com, or wa.me/49761";
const TOLD = "Call •••••, mail •••••, or •••••";

const read = async <Body>({ call }: World, path: string, as: Person): Promise<Body> =>
  (await call<Body>("GET", path, { as })).body;
const noteOf = async (world: World, path: string, as: Person) => (await read<Ride | RideRequest>(world, path, as)).note;

test("[issue6/words:ride] what a host writes on a ride and of themselves is whole for who has a seat, and for nobody else", async () => {
  const world = await openWorld();
  const [host, passenger] = [await world.person(), await world.person()];
  const [seeker, stranger] = [await world.person(), await world.person()];
  await world.call("POST", "/firebase-auth/update-profile", { as: host, body: { bio: WHOLE } });
  const ride = await hostRide(world, host, { note: WHOLE });
  const seat = await askForSeats(world, ride, host, {}, passenger);
  await seat.accept();
  await askForSeats(world, ride, host, {}, seeker);
  const bioFor = async (as: Person) => (await read<PublicProfile>(world, `/profiles/${host.uid}`, as)).bio;
  const path = `/rides/${ride.id}`;
  for (const [as, told] of [
    [host, WHOLE],
    [passenger, WHOLE],
    [seeker, TOLD],
    [stranger, TOLD],
  ] as const) {
    expect(await noteOf(world, path, as)).toBe(told);
    // One sees oneself as others do.
    expect(await bioFor(as)).toBe(as === host ? TOLD : told);
  }
  const listed = await read<{ items: Ride[] }>(world, "/rides/all", stranger);
  expect(listed.items.map(({ note }) => note)).toEqual([TOLD]);
  await seat.end();
  expect([await noteOf(world, path, passenger), await bioFor(passenger)]).toEqual([TOLD, TOLD]);
});

test("[issue6/words:seat-request] [issue5/live:rights-now] the message of a seat request and the reason of its end are whole for who wrote them, and for both while a seat is agreed", async () => {
  const world = await openWorld();
  const host = await world.person();
  const ride = await hostRide(world, host);
  const { seeker, asked, accept, end } = await askForSeats(world, ride, host, { message: WHOLE });
  expect(asked.body.message).toBe(WHOLE);
  const forHost = async () => (await read<{ items: SeatRequest[] }>(world, `/rides/${ride.id}/requests`, host)).items;
  expect((await forHost()).map(({ message }) => message)).toEqual([TOLD]);
  expect((await accept()).body.message).toBe(WHOLE);
  expect((await forHost()).map(({ message }) => message)).toEqual([WHOLE]);
  await end();
  expect((await forHost()).map(({ message }) => message)).toEqual([TOLD]);

  const other = await askForSeats(world, ride, host);
  expect((await other.reject(host, { reason: WHOLE })).body.reason).toBe(WHOLE);
  const [own] = (await read<{ items: SeatRequest[] }>(world, "/rides/my-requests", other.seeker)).items;
  expect(own?.reason).toBe(TOLD);
  // Nor do facts and notices say more than the page.
  expect(JSON.stringify(await noticesOf(world, other.seeker))).toContain(TOLD);
  expect(JSON.stringify(await world.db.selectFrom("event").select("fact").execute())).not.toContain("1234567");
  expect(JSON.stringify(await noticesOf(world, seeker))).not.toContain("1234567");
});

test("[issue6/words:offer] the note of a ride request, the message of an offer and the reason of its end are whole only for who wrote them until it is accepted", async () => {
  const world = await openWorld();
  const seeker = await world.person();
  const request = await postRequest(world, seeker, { note: WHOLE });
  const path = `/requests/${request.id}`;
  const declined = await offerOn(world, request, seeker, { message: WHOLE });
  const accepted = await offerOn(world, request, seeker, { message: WHOLE });
  expect(accepted.made.body.message).toBe(WHOLE);
  expect([await noteOf(world, path, seeker), await noteOf(world, path, accepted.driver)]).toEqual([WHOLE, TOLD]);
  const messages = async () => (await offersOf(world, seeker, request)).body.items.map(({ message }) => message);
  expect(await messages()).toEqual([TOLD, TOLD]);
  expect((await declined.decline(seeker, { reason: WHOLE })).body.reason).toBe(WHOLE);
  const reasonFor = async (as: Person) => (await myOffers(world, as)).body.items.map(({ reason }: Offer) => reason);
  expect(await reasonFor(declined.driver)).toEqual([TOLD]);
  expect((await accepted.accept()).body.message).toBe(WHOLE);
  expect(await messages()).toEqual([WHOLE, TOLD]);
  expect([await noteOf(world, path, accepted.driver), await noteOf(world, path, declined.driver)]).toEqual([
    WHOLE,
    TOLD,
  ]);
});

test("[issue6/words:driver] the note of an active driver is whole for them and for who has a seat with them", async () => {
  const world = await openWorld();
  const [driver, passenger, stranger] = [await world.person(), await world.person(), await world.person()];
  await (await askForSeats(world, await hostRide(world, driver), driver, {}, passenger)).accept();
  const own = await atMap(world, driver).goActive({ note: WHOLE });
  expect(own.body.note).toBe(WHOLE);
  for (const [as, told] of [
    [passenger, WHOLE],
    [stranger, TOLD],
  ] as const) {
    const lists = [await atMap(world, as).nearby(), await atMap(world, as).all()];
    expect(lists.map(({ body }) => body.items.map(({ note }) => note))).toEqual([[told], [told]]);
  }
});

test("[issue6/words:rating] a published rating and its answer are whole for the two, and for nobody else", async () => {
  const { world, host, passenger, ride, rate, ofPerson, setClock } = await shareRide();
  setClock(arrival(ride));
  const { body: given } = await rate(passenger, host, { comment: WHOLE });
  await rate(host, passenger);
  await world.call("POST", `/ratings/${given.id}/reply`, { as: host, body: { text: WHOLE } });
  const wordsFor = async (as: Person) => {
    const [rating] = (await ofPerson(as, host)).body.items;
    return [rating?.comment, rating?.reply?.text];
  };
  expect([await wordsFor(host), await wordsFor(passenger)]).toEqual([
    [WHOLE, WHOLE],
    [WHOLE, WHOLE],
  ]);
  expect(await wordsFor(await world.person())).toEqual([TOLD, TOLD]);
});
