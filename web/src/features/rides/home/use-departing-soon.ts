import { useInfiniteQuery } from "@tanstack/react-query";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { mergePages } from "../search/result-view.ts";
import { upcomingRides } from "../rides.queries.ts";
import { useNow } from "#shared/use-now.ts";

/** Upcoming rides of other hosts, soonest first, as far as loaded; and whether the user hosts some of the next ones. */
export function useDepartingSoon() {
  const { uid } = useUser();
  const nowMs = useNow();
  const query = useInfiniteQuery(upcomingRides());
  const all = mergePages(query.data?.pages ?? [], ({ id }) => id);
  const rides = all.filter(
    ({ hostId, departsAt }) => hostId !== uid && Date.parse(departsAt) > nowMs,
  );
  const hostsOne = all.some(({ hostId }) => hostId === uid);
  return { ...query, rides, hostsOne };
}
