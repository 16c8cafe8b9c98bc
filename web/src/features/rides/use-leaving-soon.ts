import { useInfiniteQuery } from "@tanstack/react-query";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { joinPages } from "./found-rides.ts";
import { allRides } from "./rides.queries.ts";
import { useNow } from "#shared/use-now.ts";

/** Rides of others still to come, soonest first, as far as they were loaded. */
export function useLeavingSoon() {
  const { uid } = useUser();
  const nowMs = useNow();
  const query = useInfiniteQuery(allRides());
  const rides = joinPages(query.data?.pages ?? [], ({ id }) => id).filter(
    ({ hostId, departsAt }) => hostId !== uid && Date.parse(departsAt) > nowMs,
  );
  return { ...query, rides };
}
