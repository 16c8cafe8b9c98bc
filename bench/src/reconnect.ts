import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Bench, type Figures, median, row, logProgress } from "./bench.ts";
import { type SocketLoad, SocketResult, type SocketUser } from "./sockets/socket-types.ts";
import { fillUsers, type Member, publishToEach } from "./sockets/people.ts";
import { withTempFolder } from "./support/temp-folder.ts";
import { runForJson, serve, SERVER } from "./support/processes.ts";

const PEOPLE = Number(process.env["PEOPLE"] ?? 1_000);
const ROUNDS = Number(process.env["ROUNDS"] ?? 5);
const MOST_S = 2;
const CLIENTS = fileURLToPath(import.meta.resolve("./sockets/clients.ts"));

/** How soon a thousand users receive what they missed when all reconnect to a server that has just started. */
export const reconnect: Bench = { name: "reconnect", run: () => withTempFolder(measureIn) };

async function measureIn(folder: string): Promise<Figures> {
  const people = await fillUsers(folder, PEOPLE);
  // A position in the event stream is identified by the events before it.
  await publishToEach(folder, people);
  const all = await comeAtOnce(
    folder,
    people.map(({ token }) => ({ token })),
    "resync",
  );
  let seqs = all.seqs;
  const results: SocketResult[] = [];
  for (let n = 1; n <= ROUNDS; n++) {
    await publishToEach(folder, people);
    const result = await comeAtOnce(folder, withPlaces(people, seqs), "event");
    seqs = result.seqs;
    results.push(result);
    const halfMs = at(result, 0.5);
    const lastMs = at(result, 1);
    logProgress(
      `reconnect ${n}: half ${halfMs.toFixed()} ms, the last ${lastMs.toFixed()} ms, ${result.failed} failed`,
    );
  }
  const of = (part: number) => median(results.map((result) => at(result, part) / 1000));
  return {
    how: `${PEOPLE} people were connected, were away while each was told something, and come back at the same moment to a server process that was just started, so that it knows none of their tokens; each is served when it is told what it missed. Bare websockets from one process of its own on the same machine. ${ROUNDS} rounds, medians.`,
    rows: [
      row("until the last is served", of(1), { unit: "s", digits: 2, atMost: MOST_S }),
      row("until half are served", of(0.5), { unit: "s", digits: 2 }),
      row("not served", Math.max(...results.map(({ failed }) => failed)), { unit: "", atMost: 0 }),
    ],
  };
}

const at = ({ doneMs }: SocketResult, part: number) =>
  doneMs[Math.ceil((doneMs.length - 1) * part)] ?? NaN;
const withPlaces = (people: readonly Member[], seqs: SocketResult["seqs"]): SocketUser[] =>
  people.map(({ token }, n) => ({ token, seq: seqs[n] ?? undefined }));

async function comeAtOnce(
  folder: string,
  people: SocketUser[],
  until: SocketLoad["until"],
): Promise<SocketResult> {
  const peopleIn = join(folder, "lines.json");
  writeFileSync(peopleIn, JSON.stringify(people));
  const server = await serve(SERVER, {
    DATA_DIR: folder,
    RATE_LIMIT_FACTOR: "1000",
    LOG_LEVEL: "error",
  });
  try {
    const load: SocketLoad = { address: server.address, peopleIn, until, hold: false };
    return SocketResult.parse(await runForJson(CLIENTS, load));
  } finally {
    await server.stop();
  }
}
