import { type Bench, logProgress, median, type Row, row } from "./bench.ts";
import { type Phone, withDemo, withPhone } from "./phone/demo-phone.ts";
import { memberFlow, moderatorFlow, type Step } from "./phone/flows.ts";
import { measureInteraction } from "./phone/interaction-time.ts";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
const AT_MOST_MS = 200;

/** The slowest event of each interaction, in the order of the flow. */
type Slowest = ReadonlyMap<string, number>;

/** Time from a tap or key press to the next picture (INP), for each interaction of real flows. */
export const interactions: Bench = {
  name: "interactions",
  run: () =>
    withDemo(async (demoUrl) => {
      // Of an earlier build, in the same rounds: the machine may be busier in one hour than in another.
      const earlierUrl = process.env["BENCH_BEFORE"];
      const earlier: Slowest[] = [];
      const rounds: Slowest[] = [];
      for (let round = 1; round <= ROUNDS; round++) {
        if (earlierUrl !== undefined) earlier.push(await measureRound(earlierUrl, "earlier"));
        rounds.push(await measureRound(demoUrl, `round ${round}`));
      }
      return {
        how: `\`npm run demo\` in Chromium, 390 × 844 with touch. Of each tap and key press the processor time of the page's thread until the next picture, times four: what a phone needs that is four times slower and does nothing else; of repeated ones the longest. ${ROUNDS} rounds, each on a phone that has just signed in, medians${earlierUrl === undefined ? "" : "; in brackets an earlier build, in turn with this one"}.`,
        rows: toRows(rounds, earlier),
      };
    }),
};

async function measureRound(demoUrl: string, name: string): Promise<Slowest> {
  logProgress(name);
  const member = await withPhone(demoUrl, "Amara", (phone) => measureFlow(phone, memberFlow));
  const moderator = await withPhone(demoUrl, "Helena", (phone) =>
    measureFlow(phone, moderatorFlow),
  );
  return new Map([...member, ...moderator]);
}

function toRows(rounds: readonly Slowest[], earlier: readonly Slowest[]): Row[] {
  const names = rounds[0]?.keys() ?? [];
  return Array.from(names, (what) => {
    const measured = row(what, medianOf(rounds, what), { unit: "ms", atMost: AT_MOST_MS });
    if (earlier.length === 0) return measured;
    return { ...measured, value: `${measured.value} (${medianOf(earlier, what).toFixed(0)})` };
  });
}

const medianOf = (rounds: readonly Slowest[], what: string): number =>
  median(rounds.map((slowest) => slowest.get(what) ?? NaN));

async function measureFlow(phone: Phone, flow: readonly Step[]): Promise<Slowest> {
  const { page, settle } = phone;
  const slowest = new Map<string, number>();
  await settle();
  for (const { what, act, settled } of flow) {
    const ms = await measureInteraction(phone, async () => {
      await act(page);
      await settled?.(page);
      await settle();
    });
    logProgress(`${what}: ${ms.toFixed(0)} ms`);
    slowest.set(what, Math.max(ms, slowest.get(what) ?? 0));
  }
  return slowest;
}
