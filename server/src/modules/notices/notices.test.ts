import type { Notice } from "@commonlane/contract/notices";
import { expect, test } from "vitest";
import { askForSeats, hostRide, offerOn, postRequest } from "../../../test/journeys.ts";
import { allNoticed, kindsOf, noticesOf } from "../../../test/notices.ts";
import { openWorld } from "../../../test/world.ts";
import { transaction } from "#platform/context.ts";
import { records } from "#records.ts";
import { noticesOfFacts, notify } from "./index.ts";

async function openRide(said: object = {}) {
  const world = await openWorld();
  const host = await world.person({ firstName: "Hedy", lastName: "Lamarr" });
  return { world, host, ride: await hostRide(world, host, said) };
}

test("[issue5/notices:from-facts] both sides hear what the other one did, and not what they did themselves", async () => {
  const { world, host, ride } = await openRide();
  const ask = await askForSeats(world, ride, host, { seats: 2 });
  expect(await noticesOf(world, host)).toMatchObject([
    {
      kind: "seat-request.created",
      title: "Ada M. asks for 2 seats",
      text: "Freiburg im Breisgau → Köln, Fri 2 Jan, 07:45. Accept or decline, so that they can plan.",
      path: `/rides/${ride.id}`,
      person: { uid: ask.seeker.uid },
      readAt: null,
    },
  ]);
  expect(await noticesOf(world, ask.seeker)).toEqual([]);
  await ask.accept();
  expect(await noticesOf(world, ask.seeker)).toMatchObject([
    { kind: "seat-request.accepted", title: "Hedy L. takes you along", person: { uid: host.uid } },
  ]);
  await ask.end();
  expect(kindsOf(await noticesOf(world, host))).toEqual(["seat-request.cancelled", "seat-request.created"]);
  expect(kindsOf(await noticesOf(world, ask.seeker))).toEqual(["seat-request.accepted"]);
});

test("[issue5/notices:from-facts] a seat taken on an instant ride is told to its host, one that an offer gave only as the offer's end", async () => {
  const { world, host, ride } = await openRide({ approval: "instant" });
  const { seeker } = await askForSeats(world, ride, host);
  expect(kindsOf(await noticesOf(world, host))).toEqual(["seat-request.booked"]);
  expect(await noticesOf(world, seeker)).toEqual([]);

  const request = await postRequest(world, seeker);
  const offer = await offerOn(world, request, seeker);
  const other = await offerOn(world, request, seeker);
  expect(kindsOf(await noticesOf(world, seeker))).toEqual(["offer.created", "offer.created"]);
  await offer.accept();
  expect(await noticesOf(world, offer.driver)).toMatchObject([
    { kind: "offer.accepted", title: "Ada M. accepted your offer", person: { uid: seeker.uid } },
  ]);
  const page = `/requests/${request.id}`;
  expect(await noticesOf(world, other.driver)).toMatchObject([{ kind: "offer.declined", path: page }]);
  expect((await noticesOf(world, seeker)).map(({ path }) => path)).toEqual([page, page]);
  expect(kindsOf(await noticesOf(world, seeker))).toEqual(["offer.created", "offer.created"]);
});

test("[issue5/notices:exactly-once] an event is told once, though followers run side by side, die in the middle and read it again", async () => {
  const { world, host, ride } = await openRide();
  const asks = [await askForSeats(world, ride, host), await askForSeats(world, ride, host)];
  const dying = noticesOfFacts({ ...world.ctx, now: failsAt(3) }, records);
  await expect(dying()).rejects.toThrow("Here the process dies.");
  const [one, other] = [noticesOfFacts(world.ctx, records), noticesOfFacts(world.ctx, records)];
  await Promise.all([allNoticed(world.ctx, one), allNoticed(world.ctx, other)]);
  // A backup of the database knows less of what was read than of what was told.
  await world.db.deleteFrom("follower").execute();
  await allNoticed(world.ctx);
  expect(kindsOf(await noticesOf(world, host))).toEqual(["seat-request.created", "seat-request.created"]);
  await world.allTold();
  for (const { seeker } of asks) expect(await noticesOf(world, seeker)).toEqual([]);

  function failsAt(call: number): () => Date {
    return () => {
      if (--call === 0) throw new Error("Here the process dies.");
      return world.now();
    };
  }
});

test("[issue5/notices:live] a notice is told to the open pages of its reader, and so is that it was read", async () => {
  const { world, host, ride } = await openRide();
  const heard = world.hear(host.uid);
  await askForSeats(world, ride, host);
  const [notice] = await noticesOf(world, host);
  const count = () => world.call<{ count: number }>("GET", "/notices/unread-count", { as: host });
  expect((await count()).body).toEqual({ count: 1 });
  const stranger = await world.person();
  const read = (as: typeof host) => world.call("POST", "/notices/read", { as, body: { noticeIds: [notice?.id] } });
  await read(stranger);
  expect((await count()).body).toEqual({ count: 1 });
  expect((await read(host)).body).toEqual({ count: 0 });
  await read(host);
  await world.allTold();
  expect(heard.filter(({ type }) => type.startsWith("notice."))).toMatchObject([
    { type: "notice.created", notice: { id: notice?.id, kind: "seat-request.created" } },
    { type: "notice.changed" },
  ]);
});

test("[issue5/notices:in-transaction] what a module tells is told with its commit, once for each cause, and not by a rollback", async () => {
  const world = await openWorld();
  const { uid, ...rest } = await world.person();
  const as = { uid, ...rest };
  const tell = (cause: string, fail = false) =>
    transaction(world.ctx, async (ctx) => {
      await notify(ctx, { to: uid, kind: "ride.tomorrow", cause, path: "/rides/x", details: {} });
      if (fail) throw new Error("Never mind.");
    });
  await expect(tell("one", true)).rejects.toThrow("Never mind.");
  await tell("two");
  await Promise.all([tell("one"), tell("one"), tell("two")]);
  expect(await noticesOf(world, as)).toHaveLength(2);
});

test("[issue5/notices:list] the list comes newest first, in pages, and all up to one can be read at once", async () => {
  const world = await openWorld();
  const as = await world.person();
  for (const cause of ["a", "b", "c"]) {
    await transaction(world.ctx, (ctx) =>
      notify(ctx, { to: as.uid, kind: "ride.changed", cause, path: `/rides/${cause}`, details: {} }),
    );
  }
  const page = (cursor = "") =>
    world.call<{ items: Notice[]; nextCursor: string | null }>("GET", "/notices", {
      as,
      query: { limit: 2, ...(cursor && { cursor }) },
    });
  const first = (await page()).body;
  const second = (await page(first.nextCursor ?? "")).body;
  expect([...first.items, ...second.items].map(({ path }) => path)).toEqual(["/rides/c", "/rides/b", "/rides/a"]);
  expect(second.nextCursor).toBe(null);
  const read = await world.call("POST", "/notices/read", { as, body: { upTo: first.items[1]?.id } });
  expect(read.body).toEqual({ count: 1 });
});

test("[issue5/notices:count] the bell counts what the list shows: not what leads to who was suspended, leaves or was blocked", async () => {
  const { world, host, ride } = await openRide();
  const { seeker } = await askForSeats(world, ride, host);
  const counted = async () =>
    (await world.call<{ count: number }>("GET", "/notices/unread-count", { as: host })).body.count;
  const unread = async () => (await noticesOf(world, host)).filter(({ readAt }) => readAt === null).length;
  expect([await unread(), await counted()]).toEqual([1, 1]);
  const at = (suspended_at: Date | null) =>
    world.db.updateTable("account").set({ suspended_at }).where("uid", "=", seeker.uid).execute();
  await at(world.now());
  expect([await unread(), await counted()]).toEqual([0, 0]);
  await at(null);
  expect([await unread(), await counted()]).toEqual([1, 1]);
});
