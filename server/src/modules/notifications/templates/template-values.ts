import type { Language } from "@commonlane/contract/languages";
import { message } from "@commonlane/contract/message";
import type { Ride } from "@commonlane/contract/rides";
import type { ReportReason } from "@commonlane/contract/reports";
import type { NoticeDetails } from "#platform/db/schema/notification-columns.ts";
import {
  formatDay,
  formatDayAndTime,
  formatName,
  formatNearDay,
  formatRoute,
  formatShortDay,
  formatTime,
} from "#platform/i18n/formats.ts";
import { translateText, translatorFor } from "#platform/i18n/translate.ts";

/** Details of a notification, formatted for its messages. */
export interface TemplateValues {
  /** Name of the other person. */
  readonly name: string;
  /** "Origin → destination". */
  readonly route: string;
  /** Day and time in the place's time zone. */
  readonly when: string;
  /** Its day: "Tomorrow" when it is sent, the date in the list; and its time. */
  readonly day: string;
  readonly time: string;
  /** Whether another person is named. */
  readonly hasPerson: "yes" | "no";
  /** The vehicle with its number plate, only for a passenger whose seat is agreed; empty otherwise. */
  readonly vehicle: string;
  /** Deadline in the place's time zone. */
  readonly until: string;
  /** Whether something has an end, and its day. */
  readonly hasEnd: "yes" | "no";
  readonly untilDay: string;
  /** Whether the host cancelled the ride. */
  readonly isCancelled: "yes" | "no";
  readonly seats: number;
  readonly count: number;
  /** Replacement rides, separated by semicolons. */
  readonly choices: string;
  /** Reason given by the other side; empty if there is none. */
  readonly reason: string;
  /** A trusted contact in quotation marks. */
  readonly contact: string;
  /** Name of a trust mark. */
  readonly mark: string;
  /** Name of a group. */
  readonly group: string;
  /** What a report is about. */
  readonly topic: string;
  /** Support address, or "our support team". */
  readonly support: string;
}

const SOMEONE = message("Someone", {
  comment: "Instead of a person's name, at the start of a sentence.",
});
const YOUR_TRIP = message("your trip", { comment: "Instead of a route such as “Köln → Bonn”." });
const SOON = message("soon", { comment: "Instead of a day and time, as in “leaves soon”." });
const THEN = message("then", { comment: "Instead of a deadline, as in “Confirm by then”." });
const SUPPORT_TEAM = message("our support team", {
  comment: "Instead of an address, as in “contact our support team”.",
});
const ONE_CHOICE = message("{who} {time}", {
  comment: "One of several rides: the driver's name, and day and time of departure.",
});
const FULL_CHOICE = message("{who} {time} (full, you're on the waitlist)", {
  comment: "One of several rides: the driver's name, and day and time of departure.",
});
const MORE_CHOICES = message("{choices}; {choice}", {
  comment: "Joins a list of rides and one more.",
});
const CONTACT = message("“{contact}”", {
  comment: "A name in quotation marks. Please use those of your language.",
});

const TOPICS = {
  scam: message("fraud", { comment: "What a report is about." }),
  harassment: message("harassment", { comment: "What a report is about." }),
  danger: message("dangerous behaviour", { comment: "What a report is about." }),
  fake: message("fake or misleading", { comment: "What a report is about." }),
  spam: message("spam", { comment: "What a report is about." }),
  other: message("something else", { comment: "What a report is about." }),
} as const satisfies Record<ReportReason, unknown>;

/** What a text says besides the details of its notification, when it is sent. */
export interface TextContext {
  /** The moment it is sent: days near it have names. */
  readonly now?: Date | undefined;
  readonly vehicle?: Ride["vehicle"] | undefined;
}

/** Every value has a fallback for details the notification lacks. */
export function templateValues(
  language: Language,
  details: NoticeDetails,
  name: string | undefined,
  { now, vehicle }: TextContext = {},
): TemplateValues {
  const {
    from,
    to,
    at,
    until,
    timeZone,
    seats = 1,
    choices = [],
    topic = "other",
    mark = "",
    group = "",
    support,
  } = details;
  const reason = details.reason ?? "";
  const t = translatorFor(language);
  const listed = choices.map((choice) => {
    const who = formatName(language, choice.who);
    const time = formatDayAndTime(language, choice.at, timeZone);
    return choice.full
      ? t(FULL_CHOICE, {
          who,
          time,
        })
      : t(ONE_CHOICE, {
          who,
          time,
        });
  });
  return {
    name: name === undefined ? t(SOMEONE) : formatName(language, name),
    route: from && to ? formatRoute(language, shortLabel(from), shortLabel(to)) : t(YOUR_TRIP),
    when: at ? formatDayAndTime(language, at, timeZone) : t(SOON),
    day: at
      ? dayText(language, at, {
          timeZone,
          now,
        })
      : t(SOON),
    time: at ? formatTime(language, at, timeZone) : "",
    hasPerson: name === undefined ? "no" : "yes",
    vehicle: vehicle ? [vehicleText(vehicle), vehicle.plate].filter(Boolean).join(", ") : "",
    until: until ? formatDayAndTime(language, until, timeZone) : t(THEN),
    hasEnd: until ? "yes" : "no",
    isCancelled: details.isCancelled ? "yes" : "no",
    untilDay: until ? formatDay(language, until, timeZone) : "",
    seats,
    count: details.count ?? Math.max(1, choices.length),
    choices:
      listed.length > 0
        ? listed.reduce((all, choice) =>
            t(MORE_CHOICES, {
              choices: all,
              choice,
            }),
          )
        : "",
    // Reasons of the product itself are stored in English.
    reason: translateText(language, reason),
    contact: reason === "" ? t(SOMEONE) : t(CONTACT, { contact: formatName(language, reason) }),
    mark,
    group,
    topic: t(TOPICS[topic]),
    support: support ?? t(SUPPORT_TEAM),
  };
}

const dayText = (
  language: Language,
  at: string,
  {
    timeZone,
    now,
  }: {
    readonly timeZone: string | undefined;
    readonly now: Date | undefined;
  },
) =>
  now
    ? formatNearDay(language, at, {
        timeZone,
        now,
      })
    : formatShortDay(language, at, timeZone);

/** Vehicle as people describe it: "Škoda Octavia, green". */
export function vehicleText({ make, model, colour }: NonNullable<Ride["vehicle"]>): string {
  return [[make, model].filter(Boolean).join(" "), colour].filter(Boolean).join(", ");
}

/** Shortens "Köln, Germany" to "Köln". */
export const shortLabel = (label: string) => label.split(/[,،]/u)[0] ?? label;
