import { crc32, deflateRawSync } from "node:zlib";
import type { DataLicence } from "@commonlane/contract/community-settings";
import { DAY_MS } from "@commonlane/contract/durations";
import { message } from "@commonlane/contract/message";
import { Zip, type ZipInputFile } from "fflate";
import { translate } from "#platform/i18n/translate.ts";
import { deepLink, type FeedSource } from "../feed.ts";
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
function zip(files: Readonly<Record<string, string>>): Buffer {
  const chunks: Uint8Array[] = [];
  const archive = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for (const [name, text] of Object.entries(files)) {
    const bytes = Buffer.from(text);
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

function communityFiles(source: FeedSource): Record<string, string> {
  const { site, communityName, contact, language, listing, timeZone, now, changedAt } = source;
  const clock = serviceClock(timeZone);
  const lastDay = new Date(now.getTime() + HORIZON_DAYS * DAY_MS);
  return {
    agency: toCsv("agency_id,agency_name,agency_url,agency_timezone,agency_lang,agency_email", [
      [listing.agencyId, communityName, site, timeZone, language, contact],
    ]),
    feed_info: toCsv(
      "feed_publisher_name,feed_publisher_url,feed_lang,feed_start_date,feed_end_date,feed_version,feed_contact_email",
      [
        [
          communityName,
          site,
          language,
          clock.dayOf(now),
          clock.dayOf(lastDay),
          changedAt.toISOString(),
          contact,
        ],
      ],
    ),
    attributions: toCsv(
      "attribution_id,organization_name,is_producer,is_operator,attribution_url,attribution_email",
      [
        [
          "licence",
          `${communityName} (${listing.licence})`,
          1,
          1,
          LICENCE_URLS[listing.licence],
          contact,
        ],
      ],
    ),
  };
}

const STOP_TIMES_HEADER =
  "trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type,timepoint,pickup_booking_rule_id,drop_off_booking_rule_id";

function tripFiles(source: FeedSource, trips: readonly ListedTrip[]): Record<string, string> {
  const { listing, communityName, language, timeZone } = source;
  const clock = serviceClock(timeZone);
  const routes = new Map<string, readonly (string | number)[]>();
  const bookingRules = new Map<string, readonly (string | number)[]>();
  const stops = new Map<string, readonly (string | number)[]>();
  const days = new Set<string>();
  const tripRows: (readonly (string | number)[])[] = [];
  const stopTimes = [STOP_TIMES_HEADER];
  const bookingText = translate(language, BOOKING_TEXT);

  for (const trip of trips) {
    const { id, ride } = trip;
    const tripStops = trip.stops;
    const routeId = plainId(ride.id);
    const link = deepLink(source, ride.id);
    const start = tripStops[0]?.at ?? source.now;
    const day = clock.dayOf(start);
    const last = tripStops.at(-1);
    routes.set(routeId, [
      routeId,
      listing.agencyId,
      // Some clients leave out rides without a line name.
      communityName,
      describeRoute(ride.stops),
      listing.routeType,
      link,
    ]);
    bookingRules.set(routeId, [routeId, PRIOR_NOTICE, NOTICE_MIN, bookingText, link, link]);
    days.add(day);
    tripRows.push([routeId, day, id, last?.name ?? ""]);
    for (const [n, stop] of tripStops.entries()) {
      const time = clock.timeOf(stop.at, start);
      const isFirst = n === 0;
      const isLast = n === tripStops.length - 1;
      stops.set(stop.id, [`cl:${stop.id}`, stop.name, stop.lat, stop.lng]);
      const pickup = isLast ? NOT_POSSIBLE : COORDINATE_WITH_DRIVER;
      const dropoff = isFirst ? NOT_POSSIBLE : COORDINATE_WITH_DRIVER;
      // By far the most lines: ids, times and numbers need no quotes.
      stopTimes.push(
        `${id},${time},${time},cl:${stop.id},${n},${pickup},${dropoff},${APPROXIMATE},${routeId},${routeId}`,
      );
    }
  }

  return {
    stops: toCsv("stop_id,stop_name,stop_lat,stop_lon", stops.values()),
    routes: toCsv(
      "route_id,agency_id,route_short_name,route_long_name,route_type,route_url",
      routes.values(),
    ),
    trips: toCsv("route_id,service_id,trip_id,trip_headsign", tripRows),
    calendar_dates: toCsv(
      "service_id,date,exception_type",
      [...days].map((day) => [day, day, ADDED]),
    ),
    stop_times: `${stopTimes.join("\n")}\n`,
    booking_rules: toCsv(
      "booking_rule_id,booking_type,prior_notice_duration_min,message,info_url,booking_url",
      bookingRules.values(),
    ),
  };
}

/** "Freiburg – Köln". */
export const describeRoute = (stops: readonly { readonly name: string }[]): string =>
  `${stops[0]?.name ?? ""} – ${stops.at(-1)?.name ?? ""}`;

type Value = string | number;

/** A file of RFC 4180 as GTFS has it: a header, and values quoted where they must be. */
function toCsv(header: string, rows: Iterable<readonly Value[]>): string {
  const lines = [header];
  for (const row of rows) lines.push(row.map(toField).join(","));
  return `${lines.join("\n")}\n`;
}

const NEEDS_QUOTES = /[",\r\n]/;

function toField(value: Value): string {
  if (typeof value === "number" || !NEEDS_QUOTES.test(value)) return String(value);
  return `"${value.replaceAll('"', '""').replaceAll(/[\r\n]+/g, " ")}"`;
}
