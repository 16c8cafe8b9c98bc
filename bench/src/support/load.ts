import autocannon from "autocannon";
import { Load, type LoadResult } from "./load-types.ts";

/** Sends requests as fast as a server answers, from a process of its own, and prints the rate per second. */

const { address, paths, token, seconds, connections } = Load.parse(
  JSON.parse(process.argv[2] ?? ""),
);
const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
const result = await autocannon({
  url: address,
  connections,
  pipelining: 1,
  duration: seconds,
  headers,
  setupClient: (client) => {
    const order = paths
      .map((path) => ({ path, at: Math.random() }))
      .toSorted((a, b) => a.at - b.at);
    client.setRequests(order.map(({ path }) => ({ method: "GET", path, headers })));
  },
});
const loaded: LoadResult = {
  perSecond: result.requests.total / result.duration,
  p50Ms: result.latency.p50,
  p99Ms: result.latency.p99,
  failed: result.non2xx + result.errors + result.timeouts,
};
process.stdout.write(JSON.stringify(loaded));
