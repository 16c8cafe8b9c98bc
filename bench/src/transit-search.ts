import { z } from "zod";
import { type Bench, type Figures, median, row } from "./bench.ts";
import { DEMO, serve } from "./support/processes.ts";
import { withTempFolder } from "./support/temp-folder.ts";

const ROUNDS = Number(process.env["ROUNDS"] ?? 15);
/** The first rounds meet uncompiled code and empty caches. */
const WARM_UP_ROUNDS = 2;
const MOST_RATIO = 1.5;
const DAY_MS = 86_400_000;

const PLACES = {
  balzers: [47.0667, 9.5025],
  triesen: [47.1055, 9.526],
  vaduz: [47.1414, 9.5215],
  schaan: [47.165, 9.5087],
  ruggell: [47.238, 9.527],
  malbun: [47.1028, 9.6084],
  feldkirch: [47.2331, 9.6],
  chur: [46.8499, 9.5329],
  zurich: [47.3667, 8.55],
} as const;
type PlaceName = keyof typeof PLACES;
const WAYS: readonly (readonly [PlaceName, PlaceName])[] = [
  ["balzers", "schaan"],
  ["balzers", "zurich"],
  ["balzers", "chur"],
  ["ruggell", "zurich"],
  ["vaduz", "zurich"],
  ["triesen", "feldkirch"],
  ["schaan", "vaduz"],
  ["feldkirch", "balzers"],
  ["zurich", "balzers"],
  ["malbun", "zurich"],
];

/** The calls of a search screen with public transport, against those without it. */
export const transitSearch: Bench = {
  name: "transit-search",
  run: () => withTempFolder(measureIn),
};

async function measureIn(folder: string): Promise<Figures> {
  const { address, stop } = await serve(DEMO, { DATA_DIR: folder, RATE_LIMIT_FACTOR: "1000" });
  try {
    const call = await signIn(address);
    const without: number[] = [];
    const withTransit: number[] = [];
    const journeys: number[] = [];
    for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++)
      for (const search of searches()) {
        const times = await measureSearch(call, search);
        if (round < 0) continue;
        without.push(times.withoutMs);
        withTransit.push(times.withMs);
        journeys.push(times.journeysMs);
      }
    const ratio = median(withTransit) / median(without);
    return {
      how: `In the demo, ${WAYS.length} ways between villages and towns are searched, on a whole day and for a morning, ${ROUNDS} times. A search screen calls the search and then the near misses, and at once the counts of the days; with public transport also the journeys. Medians until the last call is answered.`,
      rows: [
        row("calls of a search screen", median(without), { unit: "ms", digits: 1 }),
        row("… with public transport", median(withTransit), { unit: "ms", digits: 1 }),
        row("… against without", ratio, { unit: "times", digits: 2, atMost: MOST_RATIO }),
        row("the journeys by themselves", median(journeys), { unit: "ms", digits: 1 }),
      ],
    };
  } finally {
    await stop();
  }
}

type Call = (path: string) => Promise<void>;

/** Signs in as one of the people of the demo. @returns what calls the API and waits for the whole reply */
async function signIn(demoPage: string): Promise<Call> {
  const { origin } = new URL(demoPage);
  const page = await fetch(demoPage, { redirect: "manual" });
  const signedIn = await fetch(`${origin}/demo/sign-in/diego.hernandez`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: cookiesOf(page), origin },
  });
  const refreshed = await fetch(`${origin}/api/identity/refresh`, {
    method: "POST",
    headers: { cookie: cookiesOf(signedIn), origin, "content-type": "application/json" },
    body: "{}",
  });
  const { idToken } = z.object({ idToken: z.string() }).parse(await refreshed.json());
  return async (path) => {
    const reply = await fetch(`${origin}/api${path}`, {
      headers: { authorization: `Bearer ${idToken}` },
    });
    await reply.arrayBuffer();
    if (!reply.ok) throw new Error(`${path} was answered with ${reply.status}.`);
  };
}

const cookiesOf = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0] ?? "")
    .join("; ");

interface Search {
  readonly places: Readonly<Record<string, string>>;
  readonly window: Readonly<Record<string, string>>;
  readonly date: string;
}

/** Tomorrow, the whole day and around 8:00. */
function searches(): Search[] {
  const date = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  const windows = [
    { departsAfter: `${date}T00:00:00Z`, departsBefore: `${date}T23:59:59Z` },
    {
      departsAfter: `${date}T05:00:00Z`,
      departsBefore: `${date}T09:00:00Z`,
      at: `${date}T07:00:00Z`,
    },
  ];
  return windows.flatMap((window) =>
    WAYS.map(([from, to]) => ({ places: endsOf(from, to), window, date })),
  );
}

const endsOf = (from: PlaceName, to: PlaceName) => ({
  fromLat: String(PLACES[from][0]),
  fromLng: String(PLACES[from][1]),
  toLat: String(PLACES[to][0]),
  toLng: String(PLACES[to][1]),
});

async function measureSearch(call: Call, { places, window, date }: Search) {
  const query = (fields: object) => new URLSearchParams({ ...places, ...fields }).toString();
  const days = query({ date, timeZone: "Europe/Zurich" });
  const search = async () => {
    await call(`/rides/search?${query({ ...window, limit: "20" })}`);
    await call(`/rides/search/near-misses?${query({ ...window, limit: "5" })}`);
  };
  const screen = () => [search(), call(`/rides/search/days?${days}`)];
  const transit = () => call(`/transit/journeys?${query(window)}`);
  return {
    withoutMs: await timeOf(screen),
    withMs: await timeOf(() => [...screen(), transit()]),
    journeysMs: await timeOf(() => [transit()]),
  };
}

async function timeOf(start: () => readonly Promise<void>[]): Promise<number> {
  const startedMs = performance.now();
  await Promise.all(start());
  return performance.now() - startedMs;
}
