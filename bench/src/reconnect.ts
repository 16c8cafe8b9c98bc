import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Bench, type Figures, median, row, say } from "./bench.ts";
import { type Lines, LinesTold, type Somebody } from "./lines/line-shapes.ts";
import { fillPeople, type Member, tellEach } from "./lines/people.ts";
import { inNewFolder } from "./support/folder.ts";
import { runForJson, serve, SERVER } from "./support/processes.ts";

const PEOPLE = Number(process.env["PEOPLE"] ?? 1_000);
const ROUNDS = Number(process.env["ROUNDS"] ?? 5);
const MOST_S = 2;
const CLIENTS = fileURLToPath(import.meta.resolve("./lines/clients.ts"));

/** How soon a thousand people are told what they missed when all come back at once to a server that was just started. */
export const reconnect: Bench = { name: "reconnect", run: () => inNewFolder(measureIn) };

async function measureIn(folder: string): Promise<Figures> {
  const people = await fillPeople(folder, PEOPLE);
  // A place is known by the events before it.
  await tellEach(folder, people);
  const all = await comeAtOnce(
    folder,
    people.map(({ token }) => ({ token })),
    "resync",
  );
  let seqs = all.seqs;
  const found: LinesTold[] = [];
  for (let n = 1; n <= ROUNDS; n++) {
    await tellEach(folder, people);
    const told = await comeAtOnce(folder, withPlaces(people, seqs), "fact");
    seqs = told.seqs;
    found.push(told);
    say(
      `reconnect ${n}: half ${at(told, 0.5).toFixed()} ms, the last ${at(told, 1).toFixed()} ms, ${told.failed} failed`,
    );
  }
  const of = (part: number) => median(found.map((told) => at(told, part) / 1000));
  return {
    how: `${PEOPLE} people were connected, were away while each was told something, and come back at the same moment to a server process that was just started, so that it knows none of their tokens; each is served when it is told what it missed. Bare websockets from one process of its own on the same machine. ${ROUNDS} rounds, medians.`,
    rows: [
      row("until the last is served", of(1), { unit: "s", digits: 2, atMost: MOST_S }),
      row("until half are served", of(0.5), { unit: "s", digits: 2 }),
      row("not served", Math.max(...found.map(({ failed }) => failed)), { unit: "", atMost: 0 }),
    ],
  };
}

const at = ({ doneMs }: LinesTold, part: number) => doneMs[Math.ceil((doneMs.length - 1) * part)] ?? NaN;
const withPlaces = (people: readonly Member[], seqs: LinesTold["seqs"]): Somebody[] =>
  people.map(({ token }, n) => ({ token, seq: seqs[n] ?? undefined }));

async function comeAtOnce(folder: string, people: Somebody[], until: Lines["until"]): Promise<LinesTold> {
  const peopleIn = join(folder, "lines.json");
  writeFileSync(peopleIn, JSON.stringify(people));
  const server = await serve(SERVER, { DATA_DIR: folder, RATE_LIMIT_FACTOR: "1000", LOG_LEVEL: "error" });
  try {
    const said: Lines = { address: server.address, peopleIn, until, hold: false };
    return LinesTold.parse(await runForJson(CLIENTS, said));
  } finally {
    await server.stop();
  }
}
