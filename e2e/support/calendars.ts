import { readFile } from "node:fs/promises";
import type { Locator } from "@playwright/test";
import ICAL from "ical.js";

/** The first entry of a calendar file. */
export function readEntry(file: string) {
  const event = new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent("vevent");
  if (!event) throw new Error("The calendar is empty.");
  const text = (name: string) => String(event.getFirstPropertyValue(name) ?? "");
  return {
    uid: text("uid"),
    summary: text("summary"),
    status: text("status"),
    location: text("location"),
    url: text("url"),
    /** Local date and time, and their zone. */
    start: text("dtstart"),
    timeZone: String(event.getFirstProperty("dtstart")?.getParameter("tzid") ?? ""),
  };
}

/** Uses a button by `start` that downloads a calendar file, and reads its first entry. */
export async function downloadEntry(button: Locator, start: () => Promise<unknown>) {
  const [file] = await Promise.all([button.page().waitForEvent("download"), start()]);
  return readEntry(await readFile(await file.path(), "utf8"));
}
