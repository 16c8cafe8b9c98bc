/*
 * What people see of each other's trips, for every object, viewer and stage. The views ask `whatIsSeen`; the table in
 * docs/security/who-sees-what.md is generated from here (`npm run generate -- who-sees-what`).
 */

/**
 * How far two people are with each other. `before`: nothing is agreed. `agreed`: a seat is confirmed, until
 * PHONE_VISIBLE_AFTER_H hours after the arrival. `past`: later than that. `ended`: it was withdrawn, rejected, cancelled
 * or has expired.
 */
export type Stage = "before" | "agreed" | "past" | "ended";

/** What a viewer sees of an object. */
export interface Seen {
  /** Private places: ends of a ride, pickup, dropoff. "square": only in the times of the ride. */
  readonly place: "exact" | "approximate" | "square" | "hidden";
  /** Notes and messages: complete, or without contact details. */
  readonly text: "whole" | "masked" | "hidden";
  readonly plate: boolean;
  readonly phone: boolean;
}

const OWN: Seen = {
  place: "exact",
  text: "whole",
  plate: true,
  phone: true,
};
const TRAVELLING: Seen = {
  place: "exact",
  text: "whole",
  plate: true,
  phone: true,
};
const OUTSIDE: Seen = {
  place: "approximate",
  text: "masked",
  plate: false,
  phone: false,
};
const SQUARE: Seen = {
  place: "square",
  text: "hidden",
  plate: false,
  phone: false,
};
const ELSEWHERE: Seen = {
  place: "approximate",
  text: "hidden",
  plate: false,
  phone: false,
};
const NOTHING: Seen = {
  place: "hidden",
  text: "hidden",
  plate: false,
  phone: false,
};

const always = (seen: Seen): Record<Stage, Seen> => ({
  before: seen,
  agreed: seen,
  past: seen,
  ended: seen,
});
const WHILE_AGREED: Record<Stage, Seen> = {
  ...always(OUTSIDE),
  agreed: TRAVELLING,
};

/** Moderators see what was reported, and rides with their places; that is logged (decision 26). */
export const WHO_SEES_WHAT = {
  /** Its private ends, note, vehicle, and the host's number. */
  ride: {
    host: always(OWN),
    passenger: WHILE_AGREED,
    stranger: always(OUTSIDE),
    /** Journey planners and neighbouring communities, of listed rides until they depart (decision 90). */
    "receiver of listed rides": always(ELSEWHERE),
  },
  /** Pickup and dropoff, message, and the seeker's number. */
  "seat request": {
    seeker: always(OWN),
    host: WHILE_AGREED,
    "fellow passenger": always(SQUARE),
    stranger: always(SQUARE),
  },
  /** Its two places, note, and the seeker's number. */
  "ride request": {
    seeker: always(OWN),
    driver: WHILE_AGREED,
    stranger: always(OUTSIDE),
  },
  /** The driver's vehicle and message. Its places are those of the request. */
  offer: {
    driver: always(OWN),
    seeker: WHILE_AGREED,
    stranger: always(NOTHING),
  },
} as const satisfies Record<string, Record<string, Record<Stage, Seen>>>;

type Policy = typeof WHO_SEES_WHAT;

export const whatIsSeen = <Thing extends keyof Policy>(
  thing: Thing,
  viewer: keyof Policy[Thing] & string,
  stage: Stage,
): Seen => {
  const byViewer: Readonly<Record<string, Record<Stage, Seen>>> = WHO_SEES_WHAT[thing];
  return byViewer[viewer]?.[stage] ?? NOTHING;
};
