import { beforeEach, expect, test } from "vitest";
import { ReachabilityMonitor } from "./reachability-monitor.ts";

const settle = async () => {
  for (let n = 0; n < 5; n++) await Promise.resolve();
};

/** A device with a manual clock and a server that can be switched off. */
function device() {
  let now = 0;
  let next = 0;
  const timers = new Map<number, { testDevice: number; run: () => void }>();
  const environment = { answers: true, hasNetwork: true, probes: 0 };
  const statuses: string[] = [];
  const monitor = new ReachabilityMonitor({
    probe: async () => {
      environment.probes++;
      return environment.answers;
    },
    hasNetwork: () => environment.hasNetwork,
    onChange: ({ liveConnectionLost, unreachable }) =>
      statuses.push(unreachable ? "offline" : liveConnectionLost ? "reconnecting" : "online"),
    schedule: (ms, run) => {
      const id = next++;
      timers.set(id, { testDevice: now + ms, run });
      return () => timers.delete(id);
    },
    random: () => 1,
  });
  const advance = async (ms: number) => {
    const until = now + ms;
    for (;;) {
      await settle();
      const [due] = [...timers]
        .filter(([, { testDevice }]) => testDevice <= until)
        .toSorted(([, a], [, b]) => a.testDevice - b.testDevice);
      if (!due) break;
      timers.delete(due[0]);
      now = due[1].testDevice;
      due[1].run();
    }
    now = until;
  };
  return { environment, statuses, monitor, advance };
}

let testDevice: ReturnType<typeof device>;
beforeEach(() => void (testDevice = device()));

test("a failed call means offline only if a probe fails too, and any reply ends it", async () => {
  const { environment, statuses, monitor, advance } = testDevice;
  monitor.reportCallResult(false);
  await advance(0);
  expect([environment.probes, statuses]).toEqual([1, []]);
  environment.answers = false;
  monitor.reportCallResult(false);
  await advance(0);
  expect(statuses).toEqual(["offline"]);
  monitor.reportCallResult(true);
  expect(statuses).toEqual(["offline", "online"]);
  await advance(600_000);
  expect(environment.probes).toBe(2);
});

test("probes with increasing delays, and immediately when the device is online", async () => {
  const { environment, statuses, monitor, advance } = testDevice;
  environment.answers = false;
  monitor.reportCallResult(false);
  const probes: number[] = [];
  for (const ms of [0, 1_000, 2_000, 4_000, 8_000]) {
    await advance(ms);
    // Further failures change nothing.
    monitor.reportCallResult(false);
    await advance(0);
    probes.push(environment.probes);
  }
  expect(probes).toEqual([1, 2, 3, 4, 5]);
  environment.answers = true;
  monitor.recheck();
  await advance(0);
  expect([environment.probes, statuses]).toEqual([6, ["offline", "online"]]);
  monitor.recheck();
  await advance(600_000);
  expect(environment.probes).toBe(6);
});

test("reports reconnecting after 3 s, and offline if the server is unreachable", async () => {
  const { environment, statuses, monitor, advance } = testDevice;
  monitor.setLiveConnected(false);
  await advance(2_999);
  monitor.setLiveConnected(true);
  await advance(10_000);
  expect(statuses).toEqual([]);
  monitor.setLiveConnected(false);
  monitor.setLiveConnected(false);
  await advance(3_000);
  expect(statuses).toEqual(["reconnecting"]);
  // Later the server goes down too, without any calls.
  environment.answers = false;
  await advance(15_000);
  expect(statuses).toEqual(["reconnecting", "offline"]);
  // It answers again, and the WebSocket reconnects after that.
  environment.answers = true;
  await advance(1_000);
  monitor.setLiveConnected(true);
  expect(statuses).toEqual(["reconnecting", "offline", "reconnecting", "online"]);
});

test("does not probe without a network, and ignores late replies", async () => {
  const { environment, statuses, monitor, advance } = testDevice;
  environment.hasNetwork = false;
  monitor.reportCallResult(false);
  await advance(10_000);
  expect([environment.probes, statuses]).toEqual([0, []]);
  environment.hasNetwork = true;
  environment.answers = false;
  monitor.reportCallResult(false);
  monitor.reportCallResult(true);
  await advance(0);
  expect(statuses).toEqual([]);
  monitor.setLiveConnected(false);
  monitor.setLiveConnected(undefined);
  await advance(60_000);
  expect(statuses).toEqual([]);
});
