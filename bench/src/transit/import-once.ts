import { importTimetable, timetablesFolder } from "../../../server/src/modules/transit/index.ts";

/** Imports a feed in a process of its own and prints seconds and the peak of memory. */
const [DATA_DIR = "", path = ""] = process.argv.slice(2);
const startedMs = performance.now();
await importTimetable({
  timetables: timetablesFolder({ DATA_DIR }),
  id: "large",
  name: "Large",
  path,
  source: { file: path },
});
const seconds = (performance.now() - startedMs) / 1000;
const peakMb = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ seconds, peakMb }));
