import { expect, test } from "vitest";
import { askForSeats, hostRide, offerOn, postRequest } from "../../../test/journeys.ts";
import { moderatorOf } from "../../../test/moderators.ts";
import { kindsOf, noticesOf } from "../../../test/notices.ts";
import { openWorld, type Person, type World } from "../../../test/world.ts";
import { suspendFor } from "./operating.ts";

const toldOf = async (world: World, as: Person, about: string) =>
  (await noticesOf(world, as)).filter(({ kind }) => kind === about);

test("[issue6/moderation:companions] whoever agreed a ride with somebody who is suspended is told at once, still sees it and can cancel; for fraud they are warned, though nobody wrote", async () => {
  const world = await openWorld();
  const mo = await moderatorOf(world);
  const host = await world.person({ firstName: "Mallory", lastName: "Grim" });
  const [passenger, waiting, gone] = [await world.person(), await world.person(), await world.person()];
  const ride = await hostRide(world, host);
  const aboard = await askForSeats(world, ride, host, {}, passenger);
  await aboard.accept();
  await askForSeats(world, ride, host, {}, waiting);
  const left = await askForSeats(world, ride, host, {}, gone);
  await left.accept();
  await left.end();
  const suspend = { as: mo, body: { reason: "Asked for money", fraud: true } };
  const suspended = await world.call<{ warned: number }>("POST", `/moderation/people/${host.uid}/suspend`, suspend);
  expect(suspended.body.warned).toBe(1);
  expect(await toldOf(world, passenger, "companion.suspended")).toMatchObject([
    {
      title: "Moderators suspended Mallory G., with whom you agreed a ride",
      text: expect.stringContaining("Freiburg im Breisgau → Köln"),
      path: `/rides/${ride.id}`,
    },
  ]);
  expect(await toldOf(world, passenger, "person.suspended")).toHaveLength(1);
  for (const as of [waiting, gone]) expect(await toldOf(world, as, "companion.suspended")).toEqual([]);
  expect((await world.call("GET", `/rides/${ride.id}`, { as: passenger })).status).toBe(200);
  expect((await aboard.end()).status).toBe(200);
});

test("[issue6/moderation:companions] a host is told of a suspended passenger, once for each suspension, and not of rides that are over", async () => {
  const world = await openWorld();
  const [host, passenger] = [await world.person(), await world.person()];
  const ride = await hostRide(world, host);
  await (await askForSeats(world, ride, host, {}, passenger)).accept();
  const suspend = () => suspendFor(world.ctx, passenger.email, { reason: "Sent threats", fraud: false });
  for (const _ of [1, 2]) await suspend();
  expect(await toldOf(world, host, "companion.suspended")).toMatchObject([{ path: `/rides/${ride.id}` }]);
  const again = await openWorld();
  const [other, rider] = [await again.person(), await again.person()];
  const over = await hostRide(again, other);
  await (await askForSeats(again, over, other, {}, rider)).accept();
  again.world.now = new Date(over.arrivesAt);
  await suspendFor(again.ctx, rider.email, { reason: "Sent threats", fraud: false });
  expect(await toldOf(again, other, "companion.suspended")).toEqual([]);
});

test.each(["moderator", "command"])(
  "[issue6/moderation:pending] what waits for an answer between anybody and somebody who is suspended ends, and each is told; what was agreed stays (by %s)",
  async (by) => {
    const world = await openWorld();
    const [mo, mallory] = [await moderatorOf(world), await world.person()];
    const [pia, sam] = [await world.person(), await world.person()];
    const ride = await hostRide(world, mallory);
    await (await askForSeats(world, ride, mallory)).accept();
    await askForSeats(world, ride, mallory, {}, pia);
    await askForSeats(world, await hostRide(world, pia), pia, {}, mallory);
    await offerOn(world, await postRequest(world, sam), sam, { rideId: ride.id }, mallory);
    const other = await offerOn(world, await postRequest(world, mallory), mallory);
    const others = await askForSeats(world, await hostRide(world, sam), sam);
    const said = { reason: "Asked for money", fraud: false };
    if (by === "command") await suspendFor(world.ctx, mallory.email, said);
    else await world.call("POST", `/moderation/people/${mallory.uid}/suspend`, { as: mo, body: said });
    const endsOf = async (table: "seat_request" | "offer") => {
      const rows = await world.db.selectFrom(table).select(["status", "ended_by"]).orderBy("id").execute();
      return rows.map(({ status, ended_by }) => [status, ended_by]);
    };
    expect(await endsOf("seat_request")).toEqual([
      ["accepted", null],
      ["rejected", "system"],
      ["withdrawn", "seeker"],
      ["pending", null],
    ]);
    expect(await endsOf("offer")).toEqual([
      ["withdrawn", "driver"],
      ["declined", "system"],
    ]);
    const toldTo = async (as: Person) => kindsOf(await noticesOf(world, as));
    expect(await toldTo(pia)).toEqual(expect.arrayContaining(["seat-request.rejected", "seat-request.withdrawn"]));
    expect(await toldTo(sam)).toContain("offer.withdrawn");
    expect(await toldTo(other.driver)).toContain("offer.declined");
    expect((await others.accept()).status).toBe(200);
  },
);
