import type { Tags } from "../osm/osm-element.ts";

/** How long a ferry takes by its tag `duration` ("00:20", "1:30", "20" or "PT1H30M"), in minutes. */
export function ferryMinutesOf({ duration = "" }: Tags): number | undefined {
  const text = duration.trim();
  const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text);
  if (clock)
    return atLeastOne(60 * Number(clock[1]) + Number(clock[2]) + Number(clock[3] ?? 0) / 60);

  const plain = /^(\d{1,4})(?: ?min)?$/.exec(text);
  if (plain) return atLeastOne(Number(plain[1]));

  const iso = /^PT(?:(\d{1,2})H)?(?:(\d{1,3})M)?(?:\d{1,2}S)?$/.exec(text);
  return iso ? atLeastOne(60 * Number(iso[1] ?? 0) + Number(iso[2] ?? 0)) : undefined;
}

const atLeastOne = (minutes: number): number | undefined => (minutes > 0 ? minutes : undefined);

const FERRY_MPS = 15 / 3.6;

/** The time on a ferry way: that of its tags, or by its length. */
export const ferrySecondsOf = (minutes: number | undefined, metres: number): number =>
  minutes === undefined ? metres / FERRY_MPS : 60 * minutes;
