import type { Language } from "@commonlane/contract/languages";
import { message } from "@commonlane/contract/message";
import { formatTime } from "#platform/i18n/formats.ts";
import { translatorFor } from "#platform/i18n/translate.ts";

const FEED_NAME = message("{community} rides", {
  comment: "Name of a calendar with a person's rides.",
});
const EVENTS_NAME = message("{community} events", {
  comment: "Name of a calendar with events of a community.",
});
const HOSTED = message("Driving {from} – {to}", {
  comment: "Title of a calendar entry of the driver.",
});
const SEAT = message("Ride {from} – {to} with {host}", {
  comment: "Title of a calendar entry of a passenger. host: the driver's first name.",
});
const CANCELLED = message("Cancelled: {title}", { comment: "Title of a calendar entry." });
const CANCELLED_NOTE = message("This ride was cancelled.");
const TO_CONFIRM = message("This ride has changed. Please confirm it or give up your seat.");
const DRIVER = message("Driver: {name}");
const NO_PASSENGERS = message("No passengers yet.");
const PICKUP_OF = message("{time} {place}: {name}", {
  comment: "Line in the calendar entry of a driver: a pickup. name: the passenger's first name.",
});
const PICKUP = message("Pickup: {place}", { comment: "Where the passenger gets in." });
const DROPOFF = message("Drop-off: {place}", { comment: "Where the passenger gets out." });
const RIDES_TO_EVENT = message("Rides there and back: {url}", {
  comment: "In the calendar entry of an event. url: a web address.",
});

interface PickupTime {
  readonly at: Date;
  readonly timeZone: string;
}

type OfText = (text: string) => string;
interface CalendarTexts {
  readonly feedName: OfText;
  readonly eventsName: OfText;
  readonly hosted: (from: string, to: string) => string;
  readonly seat: (from: string, to: string, host: string) => string;
  readonly cancelled: OfText;
  readonly cancelledNote: () => string;
  readonly toConfirm: () => string;
  readonly driver: OfText;
  readonly pickupOf: (when: PickupTime, place: string, name: string) => string;
  /** One line for each, or one that there are none. */
  readonly pickups: (lines: readonly string[]) => readonly string[];
  readonly pickup: OfText;
  readonly dropoff: OfText;
  readonly ridesToEvent: OfText;
}

/** All texts of calendar files in one language. */
export function calendarTexts(language: Language): CalendarTexts {
  const t = translatorFor(language);
  return {
    feedName: (community: string) => t(FEED_NAME, { community }),
    hosted: (from: string, to: string) =>
      t(HOSTED, {
        from,
        to,
      }),
    seat: (from: string, to: string, host: string) =>
      t(SEAT, {
        from,
        to,
        host,
      }),
    cancelled: (title: string) => t(CANCELLED, { title }),
    cancelledNote: () => t(CANCELLED_NOTE),
    toConfirm: () => t(TO_CONFIRM),
    driver: (name: string) => t(DRIVER, { name }),
    pickupOf: ({ at, timeZone }, place, name) =>
      t(PICKUP_OF, {
        time: formatTime(language, at, timeZone),
        place,
        name,
      }),
    pickups: (lines) => (lines.length === 0 ? [t(NO_PASSENGERS)] : lines),
    pickup: (place: string) => t(PICKUP, { place }),
    dropoff: (place: string) => t(DROPOFF, { place }),
    eventsName: (community: string) => t(EVENTS_NAME, { community }),
    ridesToEvent: (url: string) => t(RIDES_TO_EVENT, { url }),
  };
}
