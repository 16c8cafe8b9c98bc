import { crc32, deflateRawSync } from "node:zlib";
import type { DataLicence } from "@commonlane/contract/community-settings";
import { DAY_MS } from "@commonlane/contract/durations";
import { message } from "@commonlane/contract/message";
import { Zip, type ZipInputFile } from "fflate";
import { translate } from "#platform/i18n/translate.ts";
import { deepLink, type FeedSource, FeedText } from "../feed.ts";
import { type ListedTrip, listTrips, plainId } from "../listed-trips.ts";
import { HORIZON_DAYS } from "../refresh-listed-rides.ts";
import { serviceClock } from "./service-clock.ts";

const COORDINATE_WITH_DRIVER = 3;
const NOT_POSSIBLE = 1;
const ADDED = 1;
const APPROXIMATE = 0;
const PRIOR_NOTICE = 1;
/** The last moment for an answer before the departure. */
const NOTICE_MIN = 30;

const BOOKING_TEXT = message("Book a seat with the driver on the page of the ride.", {
  comment: "In journey planners, about a shared ride.",
});

/** A zip file of the timetable: the rides of the coming days, each part without a full leg as a trip of its own. */
export function writeGtfs(source: FeedSource): Buffer {
  const trips = source.listed.flatMap(({ ride }) => listTrips(ride));
  const files = {
    ...communityFiles(source),
    ...tripFiles(source, trips),
  };
  return zip(files);
}

/** Equal content has equal bytes, whenever it is written. */
const ZIP_TIME = "1980-01-01T00:00:00";
const ZIP_DEFLATED = 8;
const LEVEL = 4;

/** Compressed by Node, which takes a quarter of the time that JavaScript does. */
function zip(files: Readonly<Record<string, FeedText>>): Buffer {
  const chunks: Uint8Array[] = [];
  const archive = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for (const [name, text] of Object.entries(files)) {
    const bytes = text.toBytes();
    const file: ZipInputFile = {
      filename: `${name}.txt`,
      mtime: ZIP_TIME,
      size: bytes.length,
      crc: crc32(bytes),
      compression: ZIP_DEFLATED,
    };
    archive.add(file);
    file.ondata?.(null, deflateRawSync(bytes, { level: LEVEL }), true);
  }
  archive.end();
  return Buffer.concat(chunks);
}

/** Where the text of each licence is. */
export const LICENCE_URLS: Readonly<Record<DataLicence, string>> = {
  "CC0-1.0": "https://creativecommons.org/publicdomain/zero/1.0/",
  "CC-BY-4.0": "https://creativecommons.org/licenses/by/4.0/",
  "DL-DE-BY-2.0": "https://www.govdata.de/dl-de/by-2-0",
  "ODbL-1.0": "https://opendatacommons.org/licenses/odbl/1-0/",
  "etalab-2.0": "https://www.etalab.gouv.fr/licence-ouverte-open-licence/",
};

function communityFiles(source: FeedSource): Record<string, FeedText> {
  const { site, communityName, contact, language, listing, timeZone, now, changedAt } = source;
  const clock = serviceClock(timeZone);
  const lastDayMs = now.getTime() + HORIZON_DAYS * DAY_MS;
  return {
    agency: toTable("agency_id,agency_name,agency_url,agency_timezone,agency_lang,agency_email", [
      listing.agencyId,
      communityName,
      site,
      timeZone,
      language,
      contact,
    ]),
    feed_info: toTable(
      "feed_publisher_name,feed_publisher_url,feed_lang,feed_start_date,feed_end_date,feed_version,feed_contact_email",
      [
        communityName,
        site,
        language,
        clock.dayOf(now.getTime()),
        clock.dayOf(lastDayMs),
        changedAt.toISOString(),
        contact,
      ],
    ),
    attributions: toTable(
      "attribution_id,organization_name,is_producer,is_operator,attribution_url,attribution_email",
      [
        "licence",
        `${communityName} (${listing.licence})`,
        "1",
        "1",
        LICENCE_URLS[listing.licence],
        contact,
      ],
    ),
  };
}

const STOP_TIMES_HEADER =
  "trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type,timepoint,pickup_booking_rule_id,drop_off_booking_rule_id";

function tripFiles(
  source: FeedSource,
  listedTrips: readonly ListedTrip[],
): Record<string, FeedText> {
  const { listing, communityName, language, timeZone } = source;
  const clock = serviceClock(timeZone);
  const stops = openFile("stop_id,stop_name,stop_lat,stop_lon");
  const routes = openFile(
    "route_id,agency_id,route_short_name,route_long_name,route_type,route_url",
  );
  const trips = openFile("route_id,service_id,trip_id,trip_headsign");
  const calendar_dates = openFile("service_id,date,exception_type");
  const stop_times = openFile(STOP_TIMES_HEADER);
  const booking_rules = openFile(
    "booking_rule_id,booking_type,prior_notice_duration_min,message,info_url,booking_url",
  );
  const community = toField(communityName);
  const bookingText = toField(translate(language, BOOKING_TEXT));
  /** Of days, routes and stops, none of which looks like another. */
  const written = new Set<string>();
  const isNew = (id: string): boolean => {
    if (written.has(id)) return false;
    written.add(id);
    return true;
  };

  // Ids, times and links need no quotes.
  for (const trip of listedTrips) {
    const { id, ride } = trip;
    const routeId = plainId(ride.id);
    const startMs = trip.stops[0]?.atMs ?? 0;
    const day = clock.dayOf(startMs);
    trips.add(`${routeId},${day},${id},${toField(trip.stops.at(-1)?.name ?? "")}\n`);
    if (isNew(day)) calendar_dates.add(`${day},${day},${ADDED}\n`);

    if (isNew(routeId)) {
      const link = deepLink(source, ride.id);
      // Some clients leave out rides without a line name.
      const names = `${community},${toField(describeRoute(ride.stops))}`;
      routes.add(`${routeId},${listing.agencyId},${names},${listing.routeType},${link}\n`);
      const rule = `${routeId},${PRIOR_NOTICE},${NOTICE_MIN},${bookingText}`;
      booking_rules.add(`${rule},${link},${link}\n`);
    }

    const lastN = trip.stops.length - 1;
    for (const [n, stop] of trip.stops.entries()) {
      const time = clock.timeOf(stop.atMs, startMs);
      const pickup = n === lastN ? NOT_POSSIBLE : COORDINATE_WITH_DRIVER;
      const dropoff = n === 0 ? NOT_POSSIBLE : COORDINATE_WITH_DRIVER;
      const times = `${id},${time},${time},cl:${stop.id},${n},${pickup},${dropoff}`;
      stop_times.add(`${times},${APPROXIMATE},${routeId},${routeId}\n`);
      if (isNew(stop.id))
        stops.add(`cl:${stop.id},${toField(stop.name)},${stop.lat},${stop.lng}\n`);
    }
  }
  return {
    stops,
    routes,
    trips,
    calendar_dates,
    stop_times,
    booking_rules,
  };
}

/** "Freiburg – Köln". */
export const describeRoute = (stops: readonly { readonly name: string }[]): string =>
  `${stops[0]?.name ?? ""} – ${stops.at(-1)?.name ?? ""}`;

/** A file that begins with the names of its columns. */
function openFile(header: string): FeedText {
  const file = new FeedText();
  file.add(`${header}\n`);
  return file;
}

function toTable(header: string, values: readonly string[]): FeedText {
  const file = openFile(header);
  file.add(`${values.map(toField).join(",")}\n`);
  return file;
}

const NEEDS_QUOTES = /[",\r\n]/;

/** A value of RFC 4180 as GTFS has it, in one line. */
function toField(value: string): string {
  if (!NEEDS_QUOTES.test(value)) return value;
  return `"${value.replaceAll('"', '""').replaceAll(/[\r\n]+/g, " ")}"`;
}
