import type { EventCalendar } from "@commonlane/contract/event-calendars";
import type { FeedReceiver } from "@commonlane/contract/feed-receivers";
import type { MeetingPointSource } from "@commonlane/contract/meeting-point-sources";
import type {
  ImportedData,
  MemberImportReport,
  MemberImportStatus,
} from "@commonlane/contract/member-imports";
import type { TimetableImport, TimetableStatus } from "@commonlane/contract/transit";
import { inDays, tomorrow } from "../support/places.ts";
import { idOf, LONG_NAME } from "./example-replies.ts";

/** Replies about data from elsewhere, which the demo does not have. */

type Replies = Readonly<Record<string, object>>;

const at = (time: string) => `${tomorrow()}T${time}:00Z`;

const calendar: EventCalendar = {
  id: idOf(20),
  name: "University of Liechtenstein",
  url: "https://www.uni.example/veranstaltungen/kalender/alle-veranstaltungen-der-universitaet.ics",
  defaultPlace: {
    label: "Fürst-Franz-Josef-Strasse, Vaduz, Liechtenstein",
    lat: 47.149,
    lng: 9.516,
  },
  refreshedAt: at("06:00"),
  failure: null,
  events: 34,
  leftOut: 2,
  unplaced: [],
};
export const eventCalendars: Replies = {
  "moderation/event-calendars": {
    items: [
      calendar,
      {
        ...calendar,
        id: idOf(21),
        name: LONG_NAME,
        defaultPlace: null,
        failure: "unreachable",
        unplaced: [
          { location: "Hörsaal 3, Gebäude der Naturwissenschaftlichen Fakultät", events: 12 },
          { location: "", events: 1 },
        ],
      },
      {
        ...calendar,
        id: idOf(22),
        name: "Sports",
        refreshedAt: null,
        failure: "unreadable",
        events: 0,
      },
    ],
  },
};

const source: MeetingPointSource = {
  id: "bnlc",
  name: "BNLC",
  format: "bnlc",
  attribution: "transport.data.gouv.fr",
  licence: "Licence Ouverte 2.0",
  url: "https://transport.data.gouv.fr/resources/81372/base-nationale-des-lieux-de-covoiturage.csv",
  withinKm: 60,
  importedAt: at("06:00"),
  points: 1284,
  skipped: 17,
};
export const meetingPointSources: Replies = {
  "moderation/meeting-point-sources": {
    items: [
      source,
      {
        ...source,
        id: "stops",
        name: LONG_NAME,
        attribution: "Verkehrsverbund Ostschweiz und Liechtenstein mobil",
        url: null,
        withinKm: null,
        points: 1,
      },
    ],
  },
};

const receiver: FeedReceiver = {
  id: idOf(23),
  name: "Regional journey planner",
  format: "gtfs",
  urls: [
    "https://rides.example.org/open/gtfs.zip",
    "https://rides.example.org/open/gtfs-realtime.pb",
  ],
  createdAt: at("06:00"),
  fetches: 4218,
  lastFetchedAt: at("09:00"),
  lastFailedAt: null,
};
export const receivers: Replies = {
  "administration/feed-receivers": {
    items: [
      receiver,
      {
        ...receiver,
        id: idOf(24),
        name: LONG_NAME,
        format: "covoiturage",
        urls: ["https://rides.example.org/open/covoiturage/v1"],
        createdAt: inDays(-9) + "T06:00:00Z",
        lastFetchedAt: inDays(-8) + "T06:00:00Z",
        lastFailedAt: inDays(-7) + "T06:00:00Z",
      },
      {
        ...receiver,
        id: idOf(25),
        name: "OpenTripPlanner",
        format: "siri",
        fetches: 0,
        lastFetchedAt: null,
      },
    ],
    listedRides: 128,
  },
};

const waiting: MemberImportStatus = {
  waiting: 412,
  invited: 380,
  closed: 96,
  firstExpiresAt: at("06:00"),
};
export const memberImports: Replies = { "administration/member-imports": waiting };
export const MISTAKES: MemberImportReport = {
  isImported: false,
  people: 412,
  vehicles: 207,
  series: 88,
  closed: 0,
  mistakes: [
    { file: "people", line: 2, column: "email", reason: "invalid" },
    { file: "people", line: 14, column: null, reason: "duplicate" },
    { file: "vehicles", line: 3, column: "colour", reason: "missing" },
    { file: "series", line: 21, column: "departure_place_latitude", reason: "invalid" },
    { file: "series", line: 1, column: "favourite_song", reason: "unknownColumn" },
  ],
  mistakeCount: 5,
};

const series: ImportedData["series"][number] = {
  id: idOf(26),
  from: "Balzers Roxy, Liechtenstein",
  to: "Schaan Zentrum, Liechtenstein",
  time: "07:10",
  weekdays: [1, 2, 3, 4, 5],
  firstDay: null,
  lastDay: null,
  returnTime: "17:05",
  seatsTotal: 3,
  contribution: { amountMinor: 250, currency: "CHF" },
};
const waitingData: ImportedData = {
  platform: "Mitfahrbörse Rheintal",
  expiresAt: at("06:00"),
  profile: {
    firstName: "Diego",
    lastName: "Hernández",
    bio: "I drive to the university on weekdays and like quiet mornings.",
    languages: ["de", "es", "en"],
  },
  vehicles: [
    {
      make: "Volkswagen",
      model: "Caddy Maxi California Ocean",
      colour: "light grey",
      plate: "FL 12345",
      seats: 5,
      comfort: [],
    },
  ],
  series: [
    series,
    {
      ...series,
      id: idOf(27),
      from: "Ruggell, Liechtenstein",
      to: "Feldkirch, Austria",
      weekdays: [2],
      returnTime: null,
      seatsTotal: 1,
      contribution: null,
    },
  ],
};
export const imported: Replies = { "imported-data": { data: waitingData } };

const timetable: TimetableStatus = {
  id: "fl",
  name: "Liechtenstein and Eastern Switzerland",
  attribution: "Geschäftsstelle Systemaufgaben Kundeninformation",
  licence: "Open use, must name the source",
  isExample: false,
  validFrom: inDays(-200),
  validUntil: inDays(160),
  importedAt: at("06:00"),
  stops: 1042,
  lines: 88,
  trips: 20_418,
  warnings: [],
};
const runningImport: TimetableImport = {
  id: "vorarlberg",
  name: "Vorarlberg",
  state: "running",
  fraction: 0.42,
  error: null,
};
export const timetables: Replies = {
  "moderation/timetables": {
    timetables: [
      timetable,
      {
        ...timetable,
        id: "chur",
        name: LONG_NAME,
        licence: null,
        validUntil: inDays(9),
        warnings: ["12 trips have no stop times.", "3 stops have no position."],
      },
      {
        ...timetable,
        id: "old",
        name: "Bus Sarganserland",
        validUntil: inDays(-3),
        isExample: true,
      },
    ],
    imports: [
      runningImport,
      {
        ...runningImport,
        id: "sg",
        name: "St. Gallen",
        state: "failed",
        error: "stops.txt, line 12: stop_lat is no latitude.\nThe feed was not imported.",
      },
      { ...runningImport, id: "zh", name: "Zürich", state: "stopped" },
    ],
  },
};
export const noTimetables: Replies = {
  "moderation/timetables": { timetables: [], imports: [] },
};

const trip = {
  day: inDays(-12),
  role: "driver" as const,
  from: "Balzers Roxy, Liechtenstein",
  to: "Schaan Zentrum, Liechtenstein",
  distanceM: 17_640,
  seats: 2,
  isConfirmedByCode: true,
  co2Grams: 2_522,
};
/** The shared trips of a year, whichever it is. */
export const statementOf = (year: number): object => ({
  year,
  trips: [
    trip,
    {
      ...trip,
      role: "passenger",
      seats: 1,
      from: "Fürst-Franz-Josef-Strasse, Vaduz, Liechtenstein",
      to: "Zürich, Hauptbahnhof, Switzerland",
      distanceM: 112_300,
      isConfirmedByCode: false,
    },
    ...Array.from({ length: 30 }, () => trip),
  ],
  distanceM: 641_500,
  co2Grams: 83_200,
  co2GramsPerKm: 143,
});
