import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Timetables } from "../../server/src/modules/transit/index.ts";
import { findJourney } from "../../server/src/modules/transit/planner/search-network.ts";
import { openLog } from "../../server/src/platform/log.ts";
import { type Bench, createRandom, type Figures, row } from "./bench.ts";
import { withTempFolder } from "./support/temp-folder.ts";
import { writeLargeTimetable } from "./transit/large-timetable.ts";

const STOPS = 1000;
const TRIPS = 20_000;
const JOURNEYS = 1000;
const MORNING_S = Date.parse("2026-06-10T05:00:00Z") / 1000;

/** Import of a timetable, and journeys in it. */
export const transit: Bench = { name: "transit", run: () => withTempFolder(measureIn) };

/** The timetable has no address of trip updates. */
const noUpdates = async () => new Uint8Array();

async function measureIn(folder: string): Promise<Figures> {
  const path = writeLargeTimetable(join(folder, "large.zip"), STOPS, TRIPS);
  const script = fileURLToPath(new URL("transit/import-once.ts", import.meta.url));
  const imported: { seconds: number; peakMb: number } = JSON.parse(
    execFileSync(process.execPath, [script, folder, path], { encoding: "utf8" }),
  );

  const settings = { DATA_DIR: folder, WALKING_FACTOR: 1.3, WALKING_M_PER_S: 1.2 };
  const loadedMs = performance.now();
  const network = await new Timetables(settings, openLog("silent"), noUpdates).network();
  const loadMs = performance.now() - loadedMs;
  if (!network) throw new Error("The timetable was not imported.");

  const random = createRandom(44);
  const below = (limit: number) => Math.floor(random() * limit);
  const times = Array.from({ length: JOURNEYS }, (_, n) => {
    const startedMs = performance.now();
    findJourney(network, {
      direction: n % 2 === 0 ? "forwards" : "backwards",
      starts: [{ stop: below(STOPS), atS: MORNING_S + 60 * below(900) }],
      goals: [{ stop: below(STOPS), walkS: 0 }],
      horizonS: 86_400,
      maxTrips: 5,
    });
    return performance.now() - startedMs;
  }).toSorted((a, b) => a - b);
  return {
    how: `A generated timetable of ${STOPS} stops and ${TRIPS} trips with 400,000 stop times is imported in a process of its own; then ${JOURNEYS} journeys between random stops are planned, half of them backwards.`,
    rows: [
      row("import", imported.seconds, { unit: "s", digits: 1 }),
      row("memory of the import, peak", imported.peakMb, { unit: "MB" }),
      row("loading it in a server process", loadMs, { unit: "ms" }),
      row("a journey, median", times[JOURNEYS / 2] ?? 0, { unit: "ms", digits: 1 }),
      row("a journey, 95th percentile", times[Math.floor(JOURNEYS * 0.95)] ?? 0, {
        unit: "ms",
        digits: 1,
      }),
    ],
  };
}
