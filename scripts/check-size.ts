import { join } from "node:path";
import { countScreenScripts, measureLanguages, measurePages } from "./measure-pages.ts";
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
const counted = countScreenScripts(dist);
for (const { route, count, atMost } of counted) {
  const line = `${route}: ${count} scripts of ${atMost}\n`;
  if (count <= atMost) process.stdout.write(line);
  else process.stderr.write(`Over its budget: ${line}`);
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
const isOver =
  weighed.some(({ kb, atMostKb }) => kb > atMostKb) ||
  counted.some(({ count, atMost }) => count > atMost);
if (isOver || languages.some(isWrong)) process.exitCode = 1;
