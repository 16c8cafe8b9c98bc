import { createEvent } from "#modules/events/index.ts";
import type { Context } from "#platform/context.ts";
import { usersByName } from "./demo-accounts.ts";
import { TIME_ZONE } from "./demo-places.ts";
import type { DemoPlan } from "./demo-plan.ts";
import { localDay, localInstant } from "./local-time.ts";
import { HOST, MODERATOR, SEEKER } from "./people.ts";
import { isoWeekday } from "./timetable.ts";

const HOUR_MIN = 60;
const WORKDAYS = [1, 2, 3, 4, 5];
const SATURDAY = 6;

/** Events on the first of these weekdays that is at least some days ahead. */
const eventStories: readonly {
  readonly by: string;
  readonly title: string;
  readonly description: string;
  readonly place: string;
  /** ISO 8601: 1 is Monday. */
  readonly weekdays: readonly number[];
  readonly daysAhead: number;
  readonly hours: {
    readonly from: number;
    readonly to: number;
  };
}[] = [
  {
    by: MODERATOR,
    title: "Open day at the university",
    description:
      "Lectures, laboratories and lunch in the canteen. The car park is small, so share a car.",
    place: "Universität Liechtenstein",
    weekdays: WORKDAYS,
    daysAhead: 3,
    hours: { from: 9, to: 16 },
  },
  {
    by: SEEKER,
    title: "Charity run",
    description: "Five kilometres along the Rhine. Spectators are welcome, too.",
    place: "Vaduz, Rheinpark Stadion",
    weekdays: [SATURDAY],
    daysAhead: 2,
    hours: { from: 14, to: 18 },
  },
  {
    by: HOST,
    title: "Job fair in Zürich",
    description: "More than a hundred companies; entry is free with a student card.",
    place: "Zürich",
    weekdays: WORKDAYS,
    daysAhead: 6,
    hours: { from: 9, to: 17 },
  },
];

/** Coming events of the community's people, which its commuters pass on their way. */
export async function seedEvents(
  ctx: Context,
  { now, places, travellers, chance }: DemoPlan,
): Promise<void> {
  const userByName = usersByName(travellers);
  for (const { by, place, weekdays, daysAhead, hours, ...texts } of eventStories) {
    let day = daysAhead;
    const at = (hour: number) => localInstant(TIME_ZONE, now, day, hour * HOUR_MIN);
    while (!weekdays.includes(isoWeekday(localDay(TIME_ZONE, at(hours.from))))) day++;
    await createEvent(ctx, userByName(by).caller.uid, {
      ...texts,
      place: places.get(place, chance),
      startsAt: at(hours.from).toISOString(),
      endsAt: at(hours.to).toISOString(),
      isPublic: true,
    });
  }
}
