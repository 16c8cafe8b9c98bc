import type { Input } from "@commonlane/contract/endpoint";
import { rides, RideChange, type Ride } from "@commonlane/contract/rides";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { call } from "#shared/api.ts";
import { sendOnce } from "#shared/forms/send-once.ts";
import type { RideTerms } from "./ride-terms.ts";

/** My own rides, the latest departure first. */
export const hostedRides = (uid: string) =>
  queryOptions({
    queryKey: ["rides", "hosted", uid],
    queryFn: ({ signal }) => call(rides.ofHost, { params: { uid }, query: { limit: 30 } }, { signal }),
  });

/** A ride that is to be changed: always as it stands now. */
export const rideToChange = (rideId: string) =>
  queryOptions({
    queryKey: ["rides", "to-change", rideId],
    queryFn: ({ signal }) => call(rides.one, { params: { rideId } }, { signal }),
    staleTime: 0,
  });

/** Offers a ride, or changes the one that is named; what is shown of rides is read again either way. */
export function useSaveRide() {
  const queries = useQueryClient();
  return async (terms: RideTerms, changing: string | undefined): Promise<Ride> => {
    try {
      if (changing) return await call(rides.change, { params: { rideId: changing }, body: withoutGaps(terms) });
      return await sendOnce("host", terms, (idempotencyKey) => call(rides.host, { body: terms }, { idempotencyKey }));
    } finally {
      void queries.invalidateQueries({ queryKey: ["rides"] });
    }
  };
}

/** A change names what it changes; what is not named stays. */
function withoutGaps(terms: RideTerms): Input<typeof rides.change>["body"] {
  const named: unknown = Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined));
  return RideChange.parse(named);
}
