import ICAL from "ical.js";
import nodeIcal from "node-ical";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { parseCalendar } from "../../../test/fixtures/calendars.ts";
import { renderCalendar, type VersionedEntry } from "./render-calendar.ts";

/** Winter, Ramadan, summer, autumn, and years in which zones had negative daylight saving time. */
const DAYS = ["2027-01-15", "2027-02-20", "2027-07-15", "2026-02-25", "2026-10-15", "2016-07-15"];

const entryAt = (timeZone: string, at: string): VersionedEntry => ({
  id: `${timeZone} ${at}`,
  startsAt: new Date(at),
  endsAt: new Date(Date.parse(at) + 1_800_000),
  timeZone,
  title: "A ride",
  place: { label: "A place", lat: 1, lng: 2 },
  text: "",
  url: "https://rides.example/1",
  status: "confirmed",
  seriesId: null,
  reminderMinutes: null,
  sequence: 0,
  changedAt: new Date(0),
});

const render = (entries: readonly VersionedEntry[]): string =>
  new TextDecoder().decode(renderCalendar("en", "Rides", entries));

/** What two parsers make of a calendar: one reads its VTIMEZONE components, the other has zones of its own. */
function readStarts(text: string) {
  const byDefinitions = new Map(parseCalendar(text).entries.map(({ uid, start }) => [uid, start]));
  const events = Object.values(nodeIcal.sync.parseICS(text)).filter(
    (component) => component?.type === "VEVENT",
  );
  const byNames = new Map(events.map(({ uid, start }) => [uid, start.toISOString()]));
  return { byDefinitions, byNames };
}

test("[domain/calendar:time-zones] in every time zone, apps that read its definition and apps that know its name show the instant of the ride", () => {
  const zones = [...Intl.supportedValuesOf("timeZone"), "Eire", "Europe/Prague", "Africa/El_Aaiun"];
  const wrong: string[] = [];
  for (const timeZone of zones) {
    const entries = DAYS.map((day) => entryAt(timeZone, `${day}T10:00:00.000Z`));
    const { byDefinitions, byNames } = readStarts(render(entries));
    for (const { id, startsAt } of entries) {
      const expected = startsAt.toISOString();
      if (byDefinitions.get(id) !== expected || byNames.get(id) !== expected) wrong.push(id);
    }
  }
  expect(wrong).toEqual([]);
});

test("no time zone is written with daylight saving time that sets clocks back", () => {
  const zones = Intl.supportedValuesOf("timeZone");
  const negative = zones.filter((timeZone) => {
    const text = render([entryAt(timeZone, "2027-01-15T10:00:00.000Z")]);
    const calendar = new ICAL.Component(ICAL.parse(text));
    const daylight = calendar
      .getAllSubcomponents("vtimezone")
      .flatMap((zone) => zone.getAllSubcomponents("daylight"));
    return daylight.some((rule) => secondsOf(rule, "tzoffsetto") < secondsOf(rule, "tzoffsetfrom"));
  });
  expect(negative).toEqual([]);
});

function secondsOf(rule: ICAL.Component, name: string): number {
  const offset = rule.getFirstPropertyValue(name);
  if (!(offset instanceof ICAL.UtcOffset)) throw new Error(`There is no ${name}.`);
  return offset.toSeconds();
}

test("Ireland has standard time in winter, as its neighbours have it", () => {
  const text = render([entryAt("Europe/Dublin", "2027-07-15T10:00:00.000Z")]);
  expect(text).toContain("DTSTART;TZID=Europe/Dublin:20270715T110000");
  expect(text).toMatch(
    /BEGIN:DAYLIGHT\r\nTZNAME:IST\r\nTZOFFSETFROM:\+0000\r\nTZOFFSETTO:\+0100\r\n/,
  );
  expect(text).toMatch(
    /BEGIN:STANDARD\r\nTZNAME:GMT\r\nTZOFFSETFROM:\+0100\r\nTZOFFSETTO:\+0000\r\n/,
  );
});

test("a time for which a zone had other rules than today is written in UTC", () => {
  const text = render([
    entryAt("Africa/Casablanca", "2025-07-15T10:00:00.000Z"),
    entryAt("Africa/Windhoek", "2016-07-15T10:00:00.000Z"),
    entryAt("Europe/Berlin", "2027-07-15T10:00:00.000Z"),
  ]);
  expect(text).toContain("DTSTART:20250715T100000Z");
  expect(text).toContain("DTSTART:20160715T100000Z");
  expect(text).toContain("DTSTART;TZID=Europe/Berlin:20270715T120000");
});

test("a time that clocks show twice is written in UTC", () => {
  const text = render([
    entryAt("Europe/Berlin", "2026-10-25T00:30:00.000Z"),
    entryAt("Europe/Berlin", "2026-10-25T01:30:00.000Z"),
  ]);
  expect(text).toContain("DTSTART:20261025T003000Z");
  expect(text).toContain("DTSTART:20261025T013000Z");
});

test("at each change of clocks of a year, the instants before and after it are right", () => {
  const wrong: string[] = [];
  for (const timeZone of [
    "Europe/Dublin",
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Gaza",
  ]) {
    const entries = changesOf(timeZone).flatMap((at) => [
      entryAt(timeZone, shifted(at, -61)),
      entryAt(timeZone, shifted(at, 61)),
    ]);
    const { byDefinitions, byNames } = readStarts(render(entries));
    for (const { id, startsAt } of entries) {
      const expected = startsAt.toISOString();
      if (byDefinitions.get(id) !== expected || byNames.get(id) !== expected) wrong.push(id);
    }
    expect(entries.length).toBeGreaterThan(0);
  }
  expect(wrong).toEqual([]);
});

/** Changes of clocks in 2027. */
function changesOf(timeZone: string): Temporal.Instant[] {
  const changes: Temporal.Instant[] = [];
  let at = Temporal.Instant.from("2027-01-01T00:00:00Z").toZonedDateTimeISO(timeZone);
  for (;;) {
    const next = at.getTimeZoneTransition("next");
    if (!next || next.toInstant().toString() > "2028") return changes;
    changes.push(next.toInstant());
    at = next;
  }
}

const shifted = (at: Temporal.Instant, minutes: number): string =>
  at.add({ minutes }).toString({ smallestUnit: "millisecond" });
