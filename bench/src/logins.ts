import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { type Bench, type Figures, median, row, logProgress } from "./bench.ts";
import { withTempFolder } from "./support/temp-folder.ts";
import { emailOf, fillAccounts } from "./support/fill-accounts.ts";
import { runForJson, type Running, serve, SERVER } from "./support/processes.ts";

const PASSWORD = "A-bench-password-1";
const ACCOUNTS = 64;
const ROUNDS = 5;
const SECONDS = 5;
const AT_ONCE = 2 * availableParallelism();
const HASHING = fileURLToPath(import.meta.resolve("./support/hashing.ts"));
const PROBE = fileURLToPath(import.meta.resolve("./support/probe.ts"));
const Hashed = z.object({ perSecond: z.number() });
const Probed = z.object({ p50Ms: z.number(), p99Ms: z.number() });

interface Round {
  readonly ratio: number;
  readonly perSecond: number;
  readonly slower: number;
  readonly quietP99Ms: number;
}

/** Sign-ins per second, against what hashing alone would allow, and the effect on other requests. */
export const logins: Bench = { name: "logins", run: () => withTempFolder(measureIn) };

async function measureIn(folder: string): Promise<Figures> {
  await fillAccounts(folder, ACCOUNTS, PASSWORD);
  const server = await serve(SERVER, {
    DATA_DIR: folder,
    RATE_LIMIT_FACTOR: "1000",
    TRUST_PROXY: "1",
    LOG_LEVEL: "error",
  });
  const rounds: Round[] = [];
  try {
    await signInFor(server, 1);
    for (let n = 1; n <= ROUNDS; n++) rounds.push(await oneRound(server, n));
  } finally {
    await server.stop();
  }
  const of = (pick: (round: Round) => number) => median(rounds.map(pick));
  return {
    how: `Sign-ins with the right password by ${ACCOUNTS} people, ${AT_ONCE} at once, against the same argon2id alone in a process of its own, ${availableParallelism()} at once; and one place prediction every 20 ms from a third process, with and without the sign-ins. ${ROUNDS} alternating rounds of ${SECONDS} s, medians.`,
    rows: [
      row(
        "sign-ins, against the hashing alone",
        of(({ ratio }) => ratio),
        { unit: "×", digits: 2, atLeast: 0.9 },
      ),
      row(
        "sign-ins",
        of(({ perSecond }) => perSecond),
        { unit: "per second" },
      ),
      row(
        "p99 of other calls meanwhile, against without",
        of(({ slower }) => slower),
        { unit: "×", digits: 2, atMost: 1.5 },
      ),
      row(
        "p99 of other calls without",
        of(({ quietP99Ms }) => quietP99Ms),
        { unit: "ms", digits: 1 },
      ),
    ],
  };
}

async function oneRound(server: Running, n: number): Promise<Round> {
  const probe = { address: server.address, seconds: SECONDS };
  const { perSecond: raw } = Hashed.parse(await runForJson(HASHING, { seconds: SECONDS }));
  const perSecond = await signInFor(server, SECONDS);
  const quiet = Probed.parse(await runForJson(PROBE, probe));
  const [busy] = await Promise.all([
    runForJson(PROBE, probe).then((output) => Probed.parse(output)),
    signInFor(server, SECONDS + 1),
  ]);
  const ratio = perSecond / raw;
  const slower = busy.p99Ms / quiet.p99Ms;
  logProgress(
    `logins ${n}: ${perSecond.toFixed(1)}/s of ${raw.toFixed(1)}/s: ${ratio.toFixed(2)}; others ${quiet.p99Ms.toFixed(1)} → ${busy.p99Ms.toFixed(1)} ms`,
  );
  return { ratio, perSecond, slower, quietP99Ms: quiet.p99Ms };
}

/** Signs in repeatedly with several connections; returns the number per second. */
async function signInFor({ address }: Running, seconds: number): Promise<number> {
  let done = 0;
  const endsAt = performance.now() + seconds * 1000;
  const worker = async (n: number) => {
    for (let next = n; performance.now() < endsAt; next += AT_ONCE, done++) {
      const reply = await fetch(`${address}/api/identity/sign-in`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-forwarded-for": `10.0.${next % 200}.${n}`,
        },
        body: JSON.stringify({ email: emailOf(next % ACCOUNTS), password: PASSWORD }),
      });
      if (reply.status !== 200)
        throw new Error(`A sign-in was answered ${reply.status}: ${await reply.text()}`);
      await reply.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => worker(n)));
  return done / seconds;
}
