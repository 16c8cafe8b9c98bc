import { expect, test } from "vitest";
import { readCalendar } from "./read-calendar.ts";

const READING = {
  from: new Date("2027-01-01T00:00:00Z"),
  until: new Date("2027-12-31T00:00:00Z"),
  timeZone: "Europe/Berlin",
};

const read = (...lines: readonly string[]) =>
  readCalendar(Buffer.from(lines.join("\r\n")), READING).occurrences.map(({ startsAt, endsAt }) => [
    startsAt.toISOString(),
    endsAt.toISOString(),
  ]);
const calendar = (...lines: readonly string[]) => [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  ...lines,
  "END:VCALENDAR",
];
const event = (...lines: readonly string[]) =>
  calendar("BEGIN:VEVENT", "UID:a", "SUMMARY:Talk", ...lines, "END:VEVENT");

const AT_TEN = [["2027-07-15T08:00:00.000Z", "2027-07-15T09:00:00.000Z"]];
const HOUR = [
  "DTSTART;TZID=Europe/Berlin:20270715T100000",
  "DTEND;TZID=Europe/Berlin:20270715T110000",
];

test.each([
  ["a byte order mark at its beginning", `\uFEFF${event(...HOUR).join("\r\n")}`],
  ["line feeds only", event(...HOUR).join("\n")],
  ["empty lines before and between", `\r\n\r\n${event(...HOUR).join("\r\n\r\n")}\r\n\r\n`],
  [
    "spaces after each line",
    event(...HOUR)
      .map((line) => `${line}  `)
      .join("\r\n"),
  ],
  [
    "names in lower case",
    event(...HOUR.map((line) => line.replace("DTSTART", "dtstart"))).join("\r\n"),
  ],
  ["a duration instead of an end", event(HOUR[0] ?? "", "DURATION:PT1H").join("\r\n")],
  [
    "a zone in quotes",
    event(...HOUR.map((line) => line.replace("Europe/Berlin", '"Europe/Berlin"'))).join("\r\n"),
  ],
  [
    "a zone of Windows without its rules",
    event(...HOUR.map((line) => line.replace("Europe/Berlin", "W. Europe Standard Time"))).join(
      "\r\n",
    ),
  ],
  [
    "a zone with the prefix of a program",
    event(
      ...HOUR.map((line) =>
        line.replace("Europe/Berlin", "/freeassociation.sourceforge.net/Europe/Berlin"),
      ),
    ).join("\r\n"),
  ],
  [
    "a zone with the prefix of another program",
    event(
      ...HOUR.map((line) => line.replace("Europe/Berlin", "/mozilla.org/20070129_1/Europe/Berlin")),
    ).join("\r\n"),
  ],
  [
    "UTC with a zone beside it",
    event("DTSTART;TZID=UTC:20270715T080000Z", "DTEND;TZID=Etc/UTC:20270715T090000Z").join("\r\n"),
  ],
])("a calendar with %s is read", (_, text) => {
  expect(read(text)).toEqual(AT_TEN);
});

const IRELAND = [
  "BEGIN:VTIMEZONE",
  "TZID:GMT Standard Time of Dublin",
  "BEGIN:STANDARD",
  "DTSTART:19710328T010000",
  "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
  "TZOFFSETFROM:+0000",
  "TZOFFSETTO:+0100",
  "TZNAME:IST",
  "END:STANDARD",
  "BEGIN:DAYLIGHT",
  "DTSTART:19711031T020000",
  "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
  "TZOFFSETFROM:+0100",
  "TZOFFSETTO:+0000",
  "TZNAME:GMT",
  "END:DAYLIGHT",
  "END:VTIMEZONE",
];

test.each([
  ["2027-01-15", "10:00"],
  ["2027-07-15", "09:00"],
  ["2027-03-29", "09:00"],
  ["2027-11-02", "10:00"],
])("a zone of the file with negative daylight saving: ten o'clock on %s is %s UTC", (day, utc) => {
  const text = calendar(
    ...IRELAND,
    "BEGIN:VEVENT",
    "UID:a",
    `DTSTART;TZID=GMT Standard Time of Dublin:${day.replaceAll("-", "")}T100000`,
    "DURATION:PT30M",
    "END:VEVENT",
  );
  expect(read(...text)[0]?.[0]).toBe(`${day}T${utc}:00.000Z`);
});

test("a week across the change of clocks of a zone with negative daylight saving keeps its local time", () => {
  const text = event(
    "DTSTART;TZID=Europe/Dublin:20271025T100000",
    "DURATION:PT1H",
    "RRULE:FREQ=WEEKLY;COUNT=2",
  );
  expect(read(...text).map(([start]) => start)).toEqual([
    "2027-10-25T09:00:00.000Z",
    "2027-11-01T10:00:00.000Z",
  ]);
});

test("a day without an end, and one whose end is the same day, last that day", () => {
  const DAY = ["2027-07-14T22:00:00.000Z", "2027-07-15T22:00:00.000Z"];
  expect(read(...event("DTSTART;VALUE=DATE:20270715"))).toEqual([DAY]);
  expect(read(...event("DTSTART;VALUE=DATE:20270715", "DTEND;VALUE=DATE:20270716"))).toEqual([DAY]);
});

test("a calendar in an old encoding keeps its letters", () => {
  const text = event(...HOUR, "LOCATION:Hörsaal – Süd").join("\r\n");
  const windows = Buffer.from(text.replace("–", "\u0096"), "latin1");
  const wide = Buffer.from(`\uFEFF${text}`, "utf16le");
  for (const file of [windows, wide, Buffer.from(text)])
    expect(readCalendar(file, READING).occurrences[0]?.location).toBe("Hörsaal – Süd");
});
