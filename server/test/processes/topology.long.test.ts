import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { findContradictions } from "./consistency-check.ts";
import { Load } from "./load.ts";
import { startRedis } from "../services/redis.ts";
import { CallLog } from "./topology/call-log.ts";
import { Chat } from "./topology/chat.ts";
import { CpuMeter, memoryMb } from "./topology/cpu-meter.ts";
import { hasPostgresPrograms } from "./topology/postgres-server.ts";
import { createRenewedUsers } from "./topology/renewed-users.ts";
import { Topology } from "./topology/topology.ts";
import { reading, searching, signingIn, Visitors } from "./topology/visitors.ts";

/**
 * An hour with its figures: `TEST_RUN=long DURATION_MIN=60 TOPOLOGY_REPORT=report.json npx vitest run --project server
 * server/test/processes/topology.long.test.ts`.
 */
const DURATION_MIN = Number(process.env["DURATION_MIN"] ?? 4);
const REPORT = process.env["TOPOLOGY_REPORT"];
/** Calm time after each fault. */
const CALM_MS = 10_000;
const GROUPS = 4;
const GROUP_SIZE = 3;
/** Calls per second of all users together. */
const RATES = { "read ride": 20, search: 10, booking: 10, message: 8, "sign in": 0.2 };
const HOSTS = 20;
const SEEKERS = 10;
const around = (averageMs: number) => averageMs * (0.5 + Math.random());
/** A server that is gone or whose database is gone; anything else is a defect. */
const CLEAR_FAILURES = new Set(["502", "503", "504", "no reply"]);

/** How long calls failed in a failover: from the loss of the primary, and from the promotion of the standby. */
interface Outage {
  readonly wholeMs: number;
  readonly afterPromotionMs: number;
}

/** One fault after the other, each with calm afterwards, until the time is over; returns how long failovers lasted. */
async function runFaults(topology: Topology, log: CallLog, report: () => void): Promise<Outage[]> {
  const untilMs = performance.now() + DURATION_MIN * 60_000;
  const outages: Outage[] = [];
  const during = async (event: string, work: () => Promise<void>) => {
    log.begin(event);
    await work();
    await sleep(CALM_MS);
    log.begin("calm");
    await sleep(CALM_MS);
  };
  let rounds = 0;
  do {
    const slot = rounds % 2 === 0 ? 0 : 1;
    await during("rolling upgrade", () => topology.upgrade());
    await during("loss of a node", async () => {
      await topology.servers[slot]?.kill();
      await sleep(CALM_MS);
      await topology.startServer(slot);
    });
    await during("loss of Redis", async () => {
      await topology.redis.kill();
      await sleep(CALM_MS);
      await topology.redis.start();
    });
    await during("failover", async () => {
      const beganMs = performance.now();
      const promotedMs = await topology.failOver(rounds % 2 === 0 ? "SIGKILL" : "SIGQUIT");
      await sleep(CALM_MS);
      outages.push({ wholeMs: log.outageMs(beganMs), afterPromotionMs: log.outageMs(promotedMs) });
      process.stdout.write(`A failover: ${JSON.stringify(outages.at(-1))}\n`);
    });
    await during("standby joins", () => topology.rejoin());
    rounds++;
    report();
  } while (performance.now() < untilMs);
  return outages;
}

test.runIf(startRedis.available && hasPostgresPrograms)(
  `two servers behind nginx, a PostgreSQL pair and Redis survive upgrades and faults for ${DURATION_MIN} minutes, and nothing acknowledged is lost`,
  { timeout: (DURATION_MIN + 15) * 60_000, retry: 0 },
  async () => {
    const topology = await Topology.open();
    const { address, ctx } = topology;
    const log = new CallLog();
    const load = new Load(
      await createRenewedUsers(ctx, HOSTS),
      await createRenewedUsers(ctx, SEEKERS),
      {
        pauseMs: () => around((1000 * SEEKERS) / RATES.booking),
        isBehindProxy: true,
        onReply: (answer) => log.add("booking", answer?.status),
      },
    );
    const groups = [];
    for (let n = 0; n < GROUPS; n++) groups.push(await createRenewedUsers(ctx, GROUP_SIZE));
    const chat = await Chat.open(address, groups, (status) => log.add("message", status));
    const [visitor] = await createRenewedUsers(ctx, 1);
    if (!visitor) throw new Error("This needs one user.");
    const signIn = await signingIn(ctx);
    const visitors = new Visitors(address, log);
    const cpu = new CpuMeter();
    const beganMs = performance.now();
    const report = () => {
      const seconds = Math.round((performance.now() - beganMs) / 1000);
      const made = {
        rides: load.rides.size,
        requests: load.requests.size,
        messages: chat.ids.size,
      };
      const repeated = { retried: load.retried, replayed: load.replayed, resyncs: chat.resyncs };
      const rate = Math.round((10 * log.answered) / seconds) / 10;
      const serverMemoryMb = topology.servers.map(({ pid }) => memoryMb(pid));
      const figures = {
        seconds,
        answered: log.answered,
        rate,
        ...made,
        ...repeated,
        cores: cpu.shares(),
        serverMemoryMb,
      };
      if (REPORT !== undefined)
        writeFileSync(
          REPORT,
          `${JSON.stringify({ ...figures, calls: log, problems: topology.problems, proxyErrors: topology.proxy.readErrors().split("\n").slice(0, 300) }, undefined, 2)}\n`,
        );
    };
    log.begin("calm");
    const running = Promise.all([
      load.run(address, Number.POSITIVE_INFINITY, () => {}),
      chat.run(() => around((1000 * GROUPS * GROUP_SIZE) / RATES.message)),
      visitors.run({
        kind: "read ride",
        perSecond: RATES["read ride"],
        next: reading(load, visitor),
      }),
      visitors.run({ kind: "search", perSecond: RATES.search, next: searching(visitor) }),
      visitors.run({ kind: "sign in", perSecond: RATES["sign in"], next: signIn }),
    ]);
    const outages = await Promise.race([
      runFaults(topology, log, report),
      running.then(endedEarly),
    ]);
    report();
    load.stop();
    chat.isStopped = visitors.isStopped = true;
    await running;
    await load.settle(address);

    // Nothing acknowledged was lost, repeated or changed.
    expect.soft(load.unanswered).toEqual([]);
    expect.soft(load.unexpectedReplies).toEqual([]);
    const groupHosts = groups.flatMap(([host]) => host?.uid ?? []);
    expect.soft(await findContradictions(ctx, load, groupHosts)).toEqual([]);
    expect.soft(await chat.findFaults()).toEqual([]);
    const stored = await ctx.db
      .selectFrom("message")
      .select("id")
      .where("kind", "<>", "note")
      .execute();
    expect.soft(new Set(stored.map(({ id }) => id))).toEqual(chat.ids);

    expect.soft(topology.problems).toEqual([]);
    // What users notice.
    for (const event of ["calm", "rolling upgrade", "loss of Redis", "standby joins"])
      expect.soft([event, log.failures(event)]).toEqual([event, {}]);
    for (const event of ["loss of a node", "failover"])
      expect
        .soft(Object.keys(log.failures(event)).filter((outcome) => !CLEAR_FAILURES.has(outcome)))
        .toEqual([]);
    // A test without failures here would prove nothing about repeated calls.
    expect.soft(log.failures("failover")["503"]).toBeGreaterThan(0);
    expect
      .soft(Math.max(...outages.map(({ afterPromotionMs }) => afterPromotionMs)))
      .toBeLessThan(10_000);
  },
);

function endedEarly(): never {
  throw new Error("The load ended before the faults.");
}
