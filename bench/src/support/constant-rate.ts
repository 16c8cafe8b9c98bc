import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { ConstantRateLoad, type ConstantRateResult } from "./constant-rate-types.ts";

/**
 * Sends requests at a fixed rate from a process of its own, whether or not earlier ones were answered, and prints how
 * long each took.
 */

const { address, pathsIn, token, perSecond, seconds } = ConstantRateLoad.parse(
  JSON.parse(process.argv[2] ?? ""),
);
const paths = z.array(z.string()).parse(JSON.parse(readFileSync(pathsIn, "utf8")));
const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const headers = { authorization: `Bearer ${token}` };
const tookMs: number[] = [];
let failed = 0;

function sendRequest(path: string, dueMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const fail = () => {
    failed++;
    resolve();
  };
  get(`${address}${path}`, { agent, headers }, (reply) => {
    reply.resume().once("end", () => {
      if (reply.statusCode !== 200) return fail();
      tookMs.push(performance.now() - dueMs);
      resolve();
    });
  }).on("error", fail);
  return promise;
}

const began = performance.now();
const requests: Promise<void>[] = [];
for (let n = 0; n < perSecond * seconds; n++) {
  const dueMs = began + (n * 1000) / perSecond;
  const earlyMs = dueMs - performance.now();
  if (earlyMs > 0) await sleep(earlyMs);
  requests.push(sendRequest(paths[n % paths.length] ?? "", dueMs));
}
await Promise.all(requests);
agent.destroy();
const sorted = tookMs.toSorted((a, b) => a - b);
const quantile = (q: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
const result: ConstantRateResult = {
  requests: requests.length,
  failed,
  p50Ms: quantile(0.5),
  p99Ms: quantile(0.99),
  mostMs: quantile(1),
};
process.stdout.write(JSON.stringify(result));
