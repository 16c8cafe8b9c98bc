import { beforeEach, expect, test } from "vitest";
import { Reach } from "./reach.ts";

const settle = async () => {
  for (let n = 0; n < 5; n++) await Promise.resolve();
};

/** A device with a clock that the test holds, in front of a server that answers or not. */
function device() {
  let [now, next] = [0, 0];
  const timers = new Map<number, { at: number; run: () => void }>();
  const world = { answers: true, hasNetwork: true, probes: 0 };
  const told: string[] = [];
  const reach = new Reach({
    probe: async () => {
      world.probes++;
      return world.answers;
    },
    hasNetwork: () => world.hasNetwork,
    tell: ({ away, unreached }) => told.push(unreached ? "offline" : away ? "reconnecting" : "online"),
    after: (ms, run) => {
      const id = next++;
      timers.set(id, { at: now + ms, run });
      return () => timers.delete(id);
    },
    random: () => 1,
  });
  const pass = async (ms: number) => {
    const until = now + ms;
    for (;;) {
      await settle();
      const [due] = [...timers].filter(([, { at }]) => at <= until).toSorted(([, a], [, b]) => a.at - b.at);
      if (!due) break;
      timers.delete(due[0]);
      now = due[1].at;
      due[1].run();
    }
    now = until;
  };
  return { world, told, reach, pass };
}

let at: ReturnType<typeof device>;
beforeEach(() => void (at = device()));

test("[issue5/connection:reach] a call without an answer is offline only where the server does not answer a small question either, and whatever comes through ends it", async () => {
  const { world, told, reach, pass } = at;
  reach.callEnded(false);
  await pass(0);
  expect([world.probes, told]).toEqual([1, []]);
  world.answers = false;
  reach.callEnded(false);
  await pass(0);
  expect(told).toEqual(["offline"]);
  reach.callEnded(true);
  expect(told).toEqual(["offline", "online"]);
  await pass(600_000);
  expect(world.probes).toBe(2);
});

test("[issue5/connection:reach] it is asked again ever later until it answers, or at once where the device has found a network", async () => {
  const { world, told, reach, pass } = at;
  world.answers = false;
  reach.callEnded(false);
  const asked: number[] = [];
  for (const ms of [0, 1_000, 2_000, 4_000, 8_000]) {
    await pass(ms);
    // More failures meanwhile change nothing.
    reach.callEnded(false);
    await pass(0);
    asked.push(world.probes);
  }
  expect(asked).toEqual([1, 2, 3, 4, 5]);
  world.answers = true;
  reach.lookAgain();
  await pass(0);
  expect([world.probes, told]).toEqual([6, ["offline", "online"]]);
  reach.lookAgain();
  await pass(600_000);
  expect(world.probes).toBe(6);
});

test("[issue5/connection:reach] a line that is lost for 3 s reconnects, and is offline where the server is not reached", async () => {
  const { world, told, reach, pass } = at;
  reach.lineStands(false);
  await pass(2_999);
  reach.lineStands(true);
  await pass(10_000);
  expect(told).toEqual([]);
  reach.lineStands(false);
  reach.lineStands(false);
  await pass(3_000);
  expect(told).toEqual(["reconnecting"]);
  // The server goes, too, later on; nobody calls it.
  world.answers = false;
  await pass(15_000);
  expect(told).toEqual(["reconnecting", "offline"]);
  // It answers again, and its line comes after it.
  world.answers = true;
  await pass(1_000);
  reach.lineStands(true);
  expect(told).toEqual(["reconnecting", "offline", "reconnecting", "online"]);
});

test("[issue5/connection:reach] what the device knows itself is not tried, and an answer that comes late changes nothing", async () => {
  const { world, told, reach, pass } = at;
  world.hasNetwork = false;
  reach.callEnded(false);
  await pass(10_000);
  expect([world.probes, told]).toEqual([0, []]);
  world.hasNetwork = true;
  world.answers = false;
  reach.callEnded(false);
  reach.callEnded(true);
  await pass(0);
  expect(told).toEqual([]);
  reach.lineStands(false);
  reach.lineStands(undefined);
  await pass(60_000);
  expect(told).toEqual([]);
});
