import { join } from "node:path";
import { measureLanguages, measurePages, measureScreens } from "./measure-pages.ts";
import { ensureWebBuilt } from "./build.ts";

/** Checks the built web app against its size budgets; builds it if it has changed. */
await ensureWebBuilt();
const dist = join(import.meta.dirname, "../web/dist");
const weighed = measurePages(dist);
for (const { what, kb, atMostKb } of weighed) {
  const line = `${what}: ${kb.toFixed(1)} kB of ${atMostKb} kB\n`;
  if (kb <= atMostKb) process.stdout.write(line);
  else process.stderr.write(`Over its budget: ${line}`);
}
const screens = measureScreens(dist);
const isOverBudget = ({ kb, atMostKb, inARow, atMostInARow }: (typeof screens)[number]) =>
  kb > atMostKb || inARow > atMostInARow;
for (const screen of screens) {
  const { route, kb, atMostKb, inARow, atMostInARow } = screen;
  const line = `${route}, complete: ${kb.toFixed(1)} kB of ${atMostKb} kB, ${inARow} requests in a row of ${atMostInARow}\n`;
  if (isOverBudget(screen)) process.stderr.write(`Over its budget: ${line}`);
  else process.stdout.write(line);
}
const languages = measureLanguages(dist);
const isWrong = ({ startKb, restKb, atMostKb }: (typeof languages)[number]) =>
  startKb === 0 || restKb === 0 || startKb > atMostKb;
process.stdout.write("\nTexts of a language (Brotli)   before signing in   afterwards\n");
for (const language of languages) {
  const [start, rest] = [language.startKb, language.restKb].map((kb) => `${kb.toFixed(1)} kB`);
  process.stdout.write(`${language.language.padEnd(31)}${start?.padEnd(20)}${rest}\n`);
  if (isWrong(language))
    process.stderr.write(
      `The texts of ${language.language} are missing or over ${language.atMostKb} kB.\n`,
    );
}
const isOver = weighed.some(({ kb, atMostKb }) => kb > atMostKb) || screens.some(isOverBudget);
if (isOver || languages.some(isWrong)) process.exitCode = 1;
