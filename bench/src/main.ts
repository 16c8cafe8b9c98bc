import { parseArgs } from "node:util";
import { ensureServerBuilt } from "../../scripts/build.ts";
import { attacks } from "./attacks.ts";
import { type Bench, logProgress } from "./bench.ts";
import { booking } from "./booking.ts";
import { cluster } from "./cluster.ts";
import { chat } from "./chat.ts";
import { coldStart } from "./cold-start.ts";
import { chatChaos } from "./chat-chaos.ts";
import { demo } from "./demo.ts";
import { disk } from "./disk.ts";
import { enumeration } from "./enumeration.ts";
import { estimate } from "./estimate.ts";
import { guesses } from "./guesses.ts";
import { interactions } from "./interactions.ts";
import { lighthouseBench } from "./lighthouse.ts";
import { logins } from "./logins.ts";
import { matching } from "./matching.ts";
import { matchingInAState } from "./matching-in-a-state.ts";
import { matchingOnRoads } from "./matching-on-roads.ts";
import { neighbours } from "./neighbours.ts";
import { positions } from "./positions.ts";
import { readRide } from "./read-ride.ts";
import { reconnect } from "./reconnect.ts";
import { toMarkdown, saveResults } from "./results.ts";
import { rideFeeds } from "./ride-feeds.ts";
import { searchHttp } from "./search-http.ts";
import { roadNetwork } from "./road-network.ts";
import { roads } from "./roads.ts";
import { size } from "./size.ts";
import { snapping } from "./snapping.ts";
import { sockets } from "./sockets.ts";
import { start } from "./start.ts";
import { stateInUse } from "./state-in-use.ts";
import { transit } from "./transit.ts";
import { transitSearch } from "./transit-search.ts";
import { trilateration } from "./trilateration.ts";
import { placeImport } from "./place-import.ts";
import { places } from "./places.ts";

/** `npm run bench [-- name ...] [-- --write]`: measures, and with `--write` stores the figures in RESULTS.md. */
const benches: readonly Bench[] = [
  size,
  start,
  demo,
  places,
  placeImport,
  transit,
  transitSearch,
  estimate,
  roads,
  roadNetwork,
  snapping,
  readRide,
  rideFeeds,
  neighbours,
  lighthouseBench,
  interactions,
  coldStart,
  guesses,
  enumeration,
  trilateration,
  attacks,
  logins,
  matching,
  matchingOnRoads,
  matchingInAState,
  stateInUse,
  booking,
  searchHttp,
  chat,
  chatChaos,
  disk,
  reconnect,
  sockets,
  cluster,
  positions,
];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean" } },
});
const unknown = positionals.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length > 0) {
  logProgress(
    `There is no bench ${unknown.join(", ")}. There are: ${benches.map(({ name }) => name).join(", ")}.`,
  );
  process.exit(1);
}
await ensureServerBuilt();
for (const bench of benches) {
  if (positionals.length > 0 && !positionals.includes(bench.name)) continue;
  const section = toMarkdown(bench.name, await bench.run());
  logProgress(`\n${section}`);
  if (values.write) await saveResults(bench.name, section);
}
