import type { NoticeDetails } from "#platform/db/notice-tables.ts";
import { LastUsed } from "#platform/last-used.ts";

/** The details of a notice, ready to be put into sentences. */
export interface Told {
  /** The name of whoever did it. */
  readonly who: string;
  /** From where to where. */
  readonly way: string;
  /** The same as the beginning of a text, or nothing. */
  readonly about: string;
  /** Day and hour in the zone of the place. */
  readonly when: string;
  /** The same of the last moment to answer. */
  readonly until: string;
  /** Until which day, or "any more". */
  readonly term: string;
  readonly seats: string;
  readonly count: number;
  /** Rides to choose from, one after the other. */
  readonly choices: string;
  /** A sentence of the other side, or nothing. */
  readonly reason: string;
  /** The address of support, or what it is called. */
  readonly support: string;
}

/** Something is said for each of them, also where a notice knows nothing of it. */
export function toldOf(
  {
    from,
    to,
    at,
    until,
    timeZone,
    seats = 1,
    choices = [],
    count = Math.max(1, choices.length),
    reason,
    support = "our support",
  }: NoticeDetails,
  who = "Somebody",
): Told {
  const way = from && to ? `${shortOf(from)} → ${shortOf(to)}` : undefined;
  return {
    who,
    way: way ?? "your journey",
    about: way ? `${way}. ` : "",
    when: at ? hourOf(at, timeZone) : "soon",
    until: until ? hourOf(until, timeZone) : "then",
    // Only where it is asked for: of few notices, and a day costs more than all the rest of one.
    get term() {
      return until ? `until ${dayOf(until, timeZone)}` : "any more";
    },
    seats: seats === 1 ? "a seat" : `${seats} seats`,
    count,
    choices: choices
      .map(({ who, at, full }) => `${who} ${hourOf(at, timeZone)}${full ? " (full: you wait in line)" : ""}`)
      .join("; "),
    reason: reason ? ` “${reason}”` : "",
    support,
  };
}

/** "Köln, Germany" is told as "Köln". */
const shortOf = (label: string) => label.split(",")[0] ?? label;

const dayOf = (at: string, timeZone = "UTC") =>
  new Date(at).toLocaleDateString("en-GB", { dateStyle: "long", timeZone });

const hourOf = (at: string, timeZone = "UTC") => clockOf(timeZone).format(new Date(at));

/** By zone. Making one takes longer than all the rest of a notice. */
const clocks = new LastUsed<string, Intl.DateTimeFormat>(100);

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const hour = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } as const;
  const clock = new Intl.DateTimeFormat("en-GB", { ...hour, timeZone });
  clocks.set(timeZone, clock);
  return clock;
}
