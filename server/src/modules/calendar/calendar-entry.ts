import type { LatLng } from "@commonlane/contract/shapes";

/** One VEVENT, before it is known how often it has changed. */
export interface CalendarEntry {
  /** Id of the hosted ride, the seat request or the event; also its UID in calendars. */
  readonly id: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly timeZone: string;
  readonly title: string;
  readonly place: LatLng & { readonly label: string };
  readonly text: string;
  readonly url: string;
  readonly status: "confirmed" | "tentative" | "cancelled";
  readonly seriesId: string | null;
  readonly reminderMinutes: number | null;
}

/** An entry with its version. */
export interface VersionedEntry extends CalendarEntry {
  readonly sequence: number;
  readonly changedAt: Date;
}
