import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Bench, type Figures, median, row, type Row, logProgress } from "./bench.ts";
import {
  readBookingTotals,
  fillBookableRides,
  waitForConsumers,
  LEGS,
  SEATS,
} from "./booking/fill-rides.ts";
import { BookingResult, type BookingLoad } from "./booking/booking-types.ts";
import { pgbench } from "./booking/pgbench.ts";
import { withTempFolder } from "./support/temp-folder.ts";
import { runForJson, type Running, serve, SERVER } from "./support/processes.ts";

/** Not a multiple of the number of seekers, so that each seeker requests a ride only once. */
const RIDES = Number(process.env["RIDES"] ?? 4_001);
const ROUNDS = Number(process.env["ROUNDS"] ?? 5);
const SECONDS = Number(process.env["SECONDS"] ?? 5);
const CONNECTIONS = Number(process.env["CONNECTIONS"] ?? 16);
const LEAST_RATIO = 0.5;
const BOOK = fileURLToPath(import.meta.resolve("./booking/book.ts"));
/** The rides booked one after the other come after those booked all at once. */
const HOT_RIDES = 300;

/** Seats booked over HTTP, with keys, events and replies, against the bare statement on the same database. */
export const booking: Bench = { name: "booking", run: () => withTempFolder(measureIn) };

interface Round {
  readonly ours: BookingResult;
  readonly bare: number;
}

async function measureIn(folder: string): Promise<Figures> {
  const { tokens } = await fillBookableRides(folder, RIDES + HOT_RIDES + 1);
  const tokensIn = join(folder, "tokens.json");
  writeFileSync(tokensIn, JSON.stringify(tokens));
  const server = await serve(SERVER, {
    DATA_DIR: folder,
    RATE_LIMIT_FACTOR: "1000",
    NEW_ACCOUNT_DAYS: "0",
  });
  try {
    let made = 0;
    const book = async (options: Partial<BookingLoad> & Pick<BookingLoad, "slots" | "hot">) => {
      const result = await bookAt(server, tokensIn, options);
      made += result.made;
      return result;
    };
    const spread = await rounds(folder, book, false);
    const hot = await rounds(folder, book, true);
    // Enough requests to fill the last ride, twice.
    const all = LEGS * SEATS;
    const last = { from: 0, until: 2 * all, rides: 1, rideFrom: RIDES + HOT_RIDES };
    const rush = await book({ slots: last, hot: false, seconds: 60 });
    logProgress(`the last ride: ${JSON.stringify(rush.answers)}`);
    const { wrongLegs, bookings, keys } = await readBookingTotals(folder);
    return {
      how: `Each booking is \`POST /api/rides/{id}/request\` on an instant ride with ${LEGS + 1} points: a seat on one leg, with an Idempotency-Key, the seat request, the events and the kept answer in one transaction, and whatever the server does with the events meanwhile (notices, conversations), which may be finished before the other side begins; ${CONNECTIONS} connections from a process of their own. Against \`pgbench -c 16 -M prepared\` with nothing but the conditional \`update\` of the seats, on the same embedded database (fsync on). ${ROUNDS} alternating rounds of ${SECONDS} s each, medians. Hot: everybody books the same ride until it is full, then the next.`,
      rows: [
        ...rowsOf("over many rides", spread),
        ...rowsOf("on one hot ride", hot),
        row("seats given twice, or lost: legs whose books are wrong", wrongLegs, {
          unit: "",
          atMost: 0,
        }),
        row(
          `of ${2 * all} asks for the ${all} seats of one ride, granted beyond them`,
          rush.made - all,
          {
            unit: "",
            atMost: 0,
          },
        ),
        row(
          `of ${made} bookings told, not in the books once, or not under their key`,
          Math.max(Math.abs(made - bookings), Math.abs(made - keys)),
          {
            unit: "",
            atMost: 0,
          },
        ),
      ],
    };
  } finally {
    await server.stop();
  }
}

async function bookAt(
  { address }: Running,
  tokensIn: string,
  options: Partial<BookingLoad> & Pick<BookingLoad, "slots" | "hot">,
): Promise<BookingResult> {
  const load: BookingLoad = {
    address,
    tokensIn,
    connections: CONNECTIONS,
    seconds: SECONDS,
    ...options,
  };
  return BookingResult.parse(await runForJson(BOOK, load));
}

async function rounds(
  folder: string,
  book: (options: Pick<BookingLoad, "slots" | "hot">) => Promise<BookingResult>,
  hot: boolean,
): Promise<Round[]> {
  const [rides, rideFrom] = hot ? [HOT_RIDES, RIDES] : [RIDES, 0];
  const done: Round[] = [];
  let from = 0;
  for (let n = 0; n <= ROUNDS; n++) {
    const ours = await book({ slots: { from, until: rides * LEGS * SEATS, rides, rideFrom }, hot });
    // The next round starts with a new ride.
    from = hot ? Math.ceil(ours.next / (LEGS * SEATS)) * LEGS * SEATS : ours.next;
    await waitForConsumers(folder);
    const bare = pgbench(folder, { rides: RIDES, hot, seconds: SECONDS });
    const statuses = ours.answers.map(([status, count]) => `${count} × ${status}`).join(", ");
    logProgress(
      `booking ${hot ? "hot" : "spread"} ${n}: ${ours.perSecond.toFixed()}/s of ${bare.toFixed()}/s (${statuses})`,
    );
    // The first round is not counted: it plans queries and compiles code.
    if (n > 0) done.push({ ours, bare });
  }
  return done;
}

function rowsOf(what: string, found: readonly Round[]): Row[] {
  const of = (pick: (round: Round) => number) => median(found.map(pick));
  return [
    row(
      `${what}: HTTP / pgbench`,
      of(({ ours, bare }) => ours.perSecond / bare),
      { unit: "×", digits: 2, atLeast: LEAST_RATIO },
    ),
    row(
      `${what}: HTTP`,
      of(({ ours }) => ours.perSecond),
      { unit: "per second" },
    ),
    row(
      `${what}: HTTP, p99`,
      of(({ ours }) => ours.p99Ms),
      { unit: "ms" },
    ),
    row(
      `${what}: pgbench`,
      of(({ bare }) => bare),
      { unit: "per second" },
    ),
  ];
}
