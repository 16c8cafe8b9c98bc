import { join } from "node:path";
import { measurePages } from "./measure-pages.ts";
import { ensureWebBuilt } from "./build.ts";

/** Checks the built web app against its size budgets; builds it if it has changed. */
await ensureWebBuilt();
const weighed = measurePages(join(import.meta.dirname, "../web/dist"));
for (const { what, kb, atMostKb } of weighed) {
  const line = `${what}: ${kb.toFixed(1)} kB of ${atMostKb} kB\n`;
  if (kb <= atMostKb) process.stdout.write(line);
  else process.stderr.write(`Over its budget: ${line}`);
}
if (weighed.some(({ kb, atMostKb }) => kb > atMostKb)) process.exitCode = 1;
