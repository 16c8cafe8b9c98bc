import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";

/** Sends a cheap request every 20 ms, whether or not the last one was answered, and reports the response times. */
const EVERY_MS = 20;
const { address, seconds } = z
  .object({ address: z.string(), seconds: z.number() })
  .parse(JSON.parse(process.argv[2] ?? ""));
const tookMs: number[] = [];
const sendRequest = async () => {
  const began = performance.now();
  const reply = await fetch(`${address}/api/auth/places/predictions?query=Freib`);
  await reply.arrayBuffer();
  if (reply.status !== 200) throw new Error(`Answered ${reply.status}.`);
  tookMs.push(performance.now() - began);
};
const requests: Promise<void>[] = [];
for (
  const endsAt = performance.now() + seconds * 1000;
  performance.now() < endsAt;
  await sleep(EVERY_MS)
) {
  requests.push(sendRequest());
}
await Promise.all(requests);
const sorted = tookMs.toSorted((a, b) => a - b);
const quantile = (q: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
process.stdout.write(JSON.stringify({ p50Ms: quantile(0.5), p99Ms: quantile(0.99) }));
