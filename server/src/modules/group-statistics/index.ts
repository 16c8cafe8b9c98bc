import { groupManagement, type GroupWeek } from "@commonlane/contract/group-management";
import { DAY_MS } from "@commonlane/contract/durations";
import { GROUP_MIN_COUNT_SHOWN } from "@commonlane/contract/limits";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { countMembersBefore, requireGroup } from "#modules/groups/index.ts";
import { countRidesForMembers } from "#modules/rides/lists/index.ts";
import type { CountOfPeople, Period } from "#platform/db/periods.ts";
import { countSeatsForMembers } from "#modules/seat-requests/index.ts";
import type { Context } from "#platform/context.ts";

export const groupStatisticsRoutes: RegisterRoutes = (http) => {
  http.on(groupManagement.statistics, (ctx, { params }, { uid }) =>
    getGroupStatistics(ctx, { ...params, uid }),
  );
};

const WEEKS = 26;
const WEEK_MS = 7 * DAY_MS;
/** A Monday. */
const FIRST_MONDAY_MS = Date.UTC(1970, 0, 5);

/**
 * Numbers of a group per week, oldest first. A number is left out where too few people are behind it, and so is zero,
 * which is a number about few people too. The current week is left out too: its numbers would rise with each single act.
 * Throws not_found or not_yours.
 */
async function getGroupStatistics(
  ctx: Context,
  { groupId, uid }: { groupId: string; uid: string },
): Promise<{ weeks: GroupWeek[] }> {
  await requireGroup(
    ctx,
    {
      groupId,
      uid,
    },
    "groupManagement.statistics",
  );
  const weeks = listWeeks(ctx.now());
  const [members, rides, seats] = await Promise.all([
    countMembersBefore(
      ctx,
      groupId,
      weeks.map(({ endsAt }) => endsAt),
    ),
    countRidesForMembers(ctx, groupId, weeks),
    countSeatsForMembers(ctx, groupId, weeks),
  ]);
  return {
    weeks: weeks.map(({ startsAt }, n) => ({
      weekOf: startsAt.toISOString().slice(0, 10),
      members: hideFew({
        count: members[n] ?? 0,
        people: members[n] ?? 0,
      }),
      ridesOffered: hideFew(rides[n]),
      seatsBooked: hideFew(seats[n]),
    })),
  };
}

/** The latest weeks that are over, from Monday in UTC. */
function listWeeks(now: Date): Period[] {
  const thisWeek = Math.floor((now.getTime() - FIRST_MONDAY_MS) / WEEK_MS);
  return Array.from({ length: WEEKS }, (_, n) => {
    const startMs = FIRST_MONDAY_MS + (thisWeek - WEEKS + n) * WEEK_MS;
    return {
      startsAt: new Date(startMs),
      endsAt: new Date(startMs + WEEK_MS),
    };
  });
}

/** The count; null if it is about fewer people than a statistic may show. */
function hideFew(
  { count, people }: CountOfPeople = {
    count: 0,
    people: 0,
  },
): number | null {
  return people >= GROUP_MIN_COUNT_SHOWN ? count : null;
}
