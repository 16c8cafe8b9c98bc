import type { Conversation } from "@commonlane/contract/chat";
import { HOUR_MS } from "@commonlane/contract/durations";
import { expect, test } from "vitest";
import { allChatted, messagesOf, send, unreadOf } from "../../../test/chats.ts";
import { askForSeats, hostRide } from "../../../test/journeys.ts";
import { openWorld, type Person } from "../../../test/world.ts";
import { rideChats } from "./index.ts";

async function openRide() {
  const world = await openWorld();
  const host = await world.person({ firstName: "Hedy", lastName: "Lamarr" });
  const ride = await hostRide(world, host);
  const chatOf = (as: Person) =>
    world.call<Conversation & { code?: string }>("GET", `/rides/${ride.id}/conversation`, { as });
  const board = async () => {
    const ask = await askForSeats(world, ride, host);
    await ask.accept();
    await allChatted(world.ctx);
    return ask;
  };
  return { world, host, ride, chatOf, board };
}

test("[issue5/ride-chat:begins] it comes with the first acceptance, and whoever is accepted later joins it", async () => {
  const { world, host, ride, chatOf, board } = await openRide();
  await askForSeats(world, ride, host);
  await allChatted(world.ctx);
  expect((await chatOf(host)).status).toBe(404);
  const first = (await board()).seeker;
  const chat = (await chatOf(first)).body;
  expect(chat).toMatchObject({ kind: "ride", rideId: ride.id, contactsShown: true, open: true, unread: 0 });
  await send(world, first, chat, "My number is +49 761 1234567");
  const second = (await board()).seeker;
  expect((await chatOf(second)).body.members).toHaveLength(3);
  const texts = (await messagesOf(world, second, chat)).map(({ note, text }) => note ?? text);
  expect(texts).toEqual(["joined", "My number is +49 761 1234567", "joined"]);
  expect([await unreadOf(world, host), await unreadOf(world, first), await unreadOf(world, second)]).toEqual([1, 0, 1]);
});

test("[issue5/ride-chat:once] an acceptance counts once, though followers run side by side, die in the middle and read it again", async () => {
  const { world, host, ride, chatOf } = await openRide();
  const asks = [await askForSeats(world, ride, host), await askForSeats(world, ride, host)];
  for (const ask of asks) await ask.accept();
  let calls = 0;
  const dying = rideChats({
    ...world.ctx,
    now: () => {
      if (++calls === 3) throw new Error("Here the process dies.");
      return world.now();
    },
  });
  await expect(dying()).rejects.toThrow("Here the process dies.");
  await Promise.all([allChatted(world.ctx), allChatted(world.ctx)]);
  await world.db.deleteFrom("follower").execute();
  await allChatted(world.ctx);
  const chat = (await chatOf(host)).body;
  expect(chat.members).toHaveLength(3);
  expect((await messagesOf(world, host, chat)).map(({ note }) => note)).toEqual(["joined", "joined"]);
});

test("[issue5/ride-chat:leaves] who gives up the seat reads what was said until then, and nothing later; accepted again, they are back", async () => {
  const { world, host, ride, chatOf, board } = await openRide();
  const ask = await board();
  const chat = (await chatOf(host)).body;
  await send(world, host, chat, "Before");
  await ask.end();
  await allChatted(world.ctx);
  await send(world, host, chat, "After");
  const left = ask.seeker;
  const texts = async () => (await messagesOf(world, left, chat)).map(({ note, text }) => note ?? text);
  expect(await texts()).toEqual(["joined", "Before", "left"]);
  expect((await send(world, left, chat, "Wait")).body.code).toBe("conversation_closed");
  expect((await chatOf(left)).body).toMatchObject({ open: false, lastMessage: { note: "left" }, unread: 1 });
  const again = await askForSeats(world, ride, host, {}, left);
  await again.accept();
  await allChatted(world.ctx);
  expect(await texts()).toEqual(["joined", "Before", "left", "After", "joined"]);
});

test("[issue5/ride-chat:closes] all can write until 48 h after the arrival, also when the ride is cancelled; then it is read only", async () => {
  const { world, host, ride, chatOf, board } = await openRide();
  const { seeker } = await board();
  await world.call("POST", `/rides/${ride.id}/cancel`, { as: host, body: {} });
  await world.call("DELETE", `/rides/${ride.id}`, { as: host });
  await allChatted(world.ctx);
  const chat = (await chatOf(seeker)).body;
  expect(chat).toMatchObject({ open: true, lastMessage: { note: "ride-cancelled", senderUid: host.uid } });
  expect((await send(world, seeker, chat, "What now?")).status).toBe(201);
  const closesAt = Date.parse(chat.closesAt ?? "");
  expect(closesAt).toBe(Date.parse(ride.arrivesAt) + 48 * HOUR_MS);
  world.world.now = new Date(closesAt);
  expect((await send(world, seeker, chat, "Late")).body.code).toBe("conversation_closed");
  expect((await chatOf(seeker)).body.open).toBe(false);
  expect(await messagesOf(world, seeker, chat)).toHaveLength(3);
});
