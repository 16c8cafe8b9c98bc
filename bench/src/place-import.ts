import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliCompressSync, constants } from "node:zlib";
import {
  importFirstTowns,
  importRegions,
  importWorldPlaces,
} from "../../server/src/modules/places/index.ts";
import { formatHouseNumber, formatPlace } from "../../server/src/modules/places/place-file.ts";
import { REGION_FILES } from "../../server/src/modules/places/region/build-places.ts";
import { formatPlaceAreas } from "../../server/src/modules/places/region/place-files.ts";
import { type Connection, type Db, openDatabase } from "../../server/src/platform/db/database.ts";
import { notifyConsumers } from "../../server/src/platform/db/outbox/notify.ts";
import { appendEvents } from "../../server/src/platform/db/outbox/outbox.ts";
import { createTransientConsumer } from "../../server/src/platform/events/event-consumer.ts";
import { NewEventSignal, startPolling } from "../../server/src/platform/events/polling.ts";
import { type Bench, type Figures, logProgress, row, type Row } from "./bench.ts";
import { createBareContext } from "./support/bare-context.ts";
import { withTempFolder } from "./support/temp-folder.ts";

const STREETS = 15_000;
const HOUSE_NUMBERS = 250_000;
const PUBLISH_EVERY_MS = 100;
const QUIET_MS = 5_000;

/** How long an event waits while places are imported: every message, notification and live update does. */
export const placeImport: Bench = { name: "place-import", run: () => withTempFolder(measureIn) };

async function measureIn(folder: string): Promise<Figures> {
  const { db, connection, close } = await openDatabase({ folder, onLost: logProgress });
  try {
    await importFirstTowns(connection);
    const first = writeRegion(folder, "2026-01-01T00:00:00Z");
    const update = writeRegion(folder, "2026-02-01T00:00:00Z");
    const { log } = createBareContext(db);
    const importRegion = (region: typeof first) =>
      importRegions(
        { log, regions: { list: () => [region], onChange: () => () => {} } },
        connection,
      );
    return {
      how: `An event is published every ${PUBLISH_EVERY_MS} ms and read like those of the live channel, while ${STREETS} streets with ${HOUSE_NUMBERS} house numbers are imported.`,
      rows: [
        ...(await measureEvents(db, connection, "nothing is imported", () => sleep(QUIET_MS))),
        ...(await measureEvents(db, connection, "the other places of the world are imported", () =>
          importWorldPlaces(connection),
        )),
        ...(await measureEvents(db, connection, "a region is imported", () => importRegion(first))),
        ...(await measureEvents(db, connection, "the region is replaced", () =>
          importRegion(update),
        )),
      ],
    };
  } finally {
    await close();
  }
}

/** Time from the commit of an event to its arrival, while `work` runs. */
async function measureEvents(
  db: Db,
  connection: Connection,
  what: string,
  work: () => Promise<unknown>,
): Promise<Row[]> {
  const sentAt = new Map<string, number>();
  const waited: number[] = [];
  const step = await createTransientConsumer({ db }, ({ payload }) => {
    const at = "rideId" in payload ? sentAt.get(payload.rideId) : undefined;
    if (at !== undefined) waited.push(performance.now() - at);
  });
  const newEvents = await NewEventSignal.open(connection);
  const stop = startPolling(step, newEvents, (error) => logProgress(String(error)));
  const startedMs = performance.now();
  const done = new AbortController();
  const working = work().finally(() => done.abort());
  while (!done.signal.aborted) {
    const rideId = crypto.randomUUID();
    await appendEvents(db, new Date(), [
      { topic: "rides", payload: { type: "ride.changed", rideId } },
    ]);
    sentAt.set(rideId, performance.now());
    notifyConsumers(db);
    await sleep(PUBLISH_EVERY_MS);
  }
  await working;
  const tookS = (performance.now() - startedMs) / 1000;
  while (waited.length < sentAt.size) await sleep(PUBLISH_EVERY_MS);
  await stop();
  await newEvents.close();
  waited.sort((a, b) => a - b);
  const quantile = (q: number) =>
    waited[Math.min(waited.length - 1, Math.floor(waited.length * q))] ?? 0;
  logProgress(
    `place-import, while ${what} (${tookS.toFixed(1)} s): median ${quantile(0.5).toFixed(0)} ms, longest ${quantile(1).toFixed(0)} ms`,
  );
  return [
    row(`an event, while ${what} (${tookS.toFixed(1)} s), median`, quantile(0.5), { unit: "ms" }),
    row(`an event, while ${what}, longest`, quantile(1), { unit: "ms", atMost: 1000 }),
  ];
}

function writeRegion(folder: string, builtAt: string) {
  const path = (file: string) => join(folder, builtAt.slice(0, 10), file);
  mkdirSync(path(""), { recursive: true });
  const streets = Array.from({ length: STREETS }, (_, n) => ({
    id: 8 * (n + 1) + 3,
    lat: 50 + (n % 500) / 1000,
    lng: 8 + n / 30_000,
    name: `Straße ${n}`,
  }));
  const town = { town: "Musterstadt", state: "Hessen", country: "DE", importance: 100 } as const;
  const write = (file: string, lines: readonly string[]) =>
    writeFileSync(
      path(file),
      brotliCompressSync(`${lines.join("\n")}\n`, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
      }),
    );
  write(
    REGION_FILES.places,
    streets.map((street) => formatPlace({ ...street, ...town, kind: "street", names: [] })),
  );
  write(
    REGION_FILES.areas,
    streets.map(({ id }) =>
      formatPlaceAreas({ placeId: id, postcode: "60000", areas: ["Musterstadt", "Nordend"] }),
    ),
  );
  const perStreet = Math.ceil(HOUSE_NUMBERS / STREETS);
  const houses = streets.flatMap(({ id, lat, lng }) =>
    Array.from({ length: perStreet }, (_, n) =>
      formatHouseNumber({ streetId: id, number: String(n + 1), lat: lat + n / 10_000, lng }),
    ),
  );
  write(REGION_FILES.houseNumbers, houses.slice(0, HOUSE_NUMBERS));
  write(
    REGION_FILES.streetPoints,
    streets.map(({ id, lat, lng }) => formatHouseNumber({ streetId: id, number: "", lat, lng })),
  );
  return { id: "musterland", builtAt: new Date(builtAt), path };
}
