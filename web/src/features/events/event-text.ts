import type { Event } from "@commonlane/contract/events";
import { formatDayAndTime, joinWithComma } from "#shared/formatting/day-and-time.ts";
import { formatDay, formatTime, formatTimeZone } from "#shared/formatting/format.ts";

type Times = Pick<Event, "startsAt" | "endsAt" | "timeZone">;

/** Such as "Fri 9 Jan, 10:00 – 17:00" or "Fri 9 Jan, 10:00 – Sat 10 Jan, 17:00", with a foreign time zone. */
export function formatEventTimes({ startsAt, endsAt, timeZone }: Times): string {
  const firstDay = formatDay(startsAt, timeZone);
  const lastDay = formatDay(endsAt, timeZone);
  const end = formatTime(endsAt, timeZone);
  const zone = formatTimeZone(startsAt, timeZone);
  const text = `${formatDayAndTime(startsAt, timeZone)} – ${firstDay === lastDay ? end : joinWithComma(lastDay, end)}`;
  return zone === undefined ? text : `${text} (${zone})`;
}

/** Host and path of a website; "https://", "www." and a final slash add nothing. */
export const formatWebsite = (website: string): string =>
  website.replace(/^https:\/\/(?:www\.)?/, "").replace(/\/$/, "");
