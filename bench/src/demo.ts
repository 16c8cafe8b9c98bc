import { type Bench, logProgress, median, row } from "./bench.ts";
import { cpuTimeMs } from "./support/cpu.ts";
import { DEMO, serve } from "./support/processes.ts";
import { withTempFolder } from "./support/temp-folder.ts";
import { workUnitMs } from "./support/work-unit.ts";

const ROUNDS = 3;
const MOST_S = 20;

/** Time from `npm run demo` in an empty folder to the line that it is ready. */
export const demo: Bench = {
  name: "demo",
  async run() {
    // Builds the web app if needed, and fills the compile cache for later starts.
    await withTempFolder(startOnce);
    const starts: Start[] = [];
    for (let n = 1; n <= ROUNDS; n++) {
      const start = await withTempFolder(startOnce);
      logProgress(`demo ${n}: ${start.readyS.toFixed(1)} s, processors ${start.cpuS.toFixed(1)} s`);
      starts.push(start);
    }
    const of = (name: keyof Start) => median(starts.map((start) => start[name]));
    return {
      how: `\`npm run demo\` with the web app built, in an empty data folder, to the line that says it is ready: region, places, accounts, history and coming rides. Processor time is that of the server, its database, the routing engine and the build of the region, also of those that ended. ${ROUNDS} rounds, medians.`,
      rows: [
        row("first start of the demo", of("readyS"), { unit: "s", digits: 1, atMost: MOST_S }),
        row("processor time of all its processes", of("cpuS"), { unit: "s", digits: 1 }),
        row("… in units of work of the same machine", (1000 * of("cpuS")) / workUnitMs(), {
          unit: "units",
        }),
      ],
    };
  },
};

interface Start {
  readonly readyS: number;
  readonly cpuS: number;
}

async function startOnce(folder: string): Promise<Start> {
  const { pid, readyAfterMs, stop } = await serve(DEMO, { DATA_DIR: folder });
  const cpuS = cpuTimeMs(pid) / 1000;
  await stop();
  return { readyS: readyAfterMs / 1000, cpuS };
}
