import type { Input } from "@commonlane/contract/endpoint";
import { rideSeries, type RideSeries } from "@commonlane/contract/ride-series";
import { rideTemplates } from "@commonlane/contract/ride-templates";
import { rides, RideChange, type Ride } from "@commonlane/contract/rides";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#shared/api.ts";
import { sendOnce } from "#shared/forms/send-once.ts";
import type { RideTerms, SeriesTerms } from "./ride-terms.ts";

/** My own rides: those still to come, the soonest first, or the others, the latest departure first. */
export const hostedRides = (uid: string, coming: "true" | "false") =>
  queryOptions({
    queryKey: ["rides", "hosted", uid, coming],
    queryFn: ({ signal }) => call(rides.ofHost, { params: { uid }, query: { coming, limit: 100 } }, { signal }),
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
      if (changing) {
        const changed = await call(rides.change, { params: { rideId: changing }, body: withoutGaps(terms) });
        // Reading it anew ends with the form, which is left at once.
        queries.setQueryData(rideToChange(changing).queryKey, changed);
        return changed;
      }
      return await sendOnce("host", terms, (idempotencyKey) => call(rides.host, { body: terms }, { idempotencyKey }));
    } finally {
      void queries.invalidateQueries({ queryKey: ["rides"] });
    }
  };
}

/** My series, the newest first. */
export const ownSeries = queryOptions({
  queryKey: ["ride-series", "own"],
  queryFn: ({ signal }) => call(rideSeries.own, { query: { limit: 50 } }, { signal }),
});

export const oneSeries = (seriesId: string) =>
  queryOptions({
    queryKey: ["ride-series", "one", seriesId],
    queryFn: ({ signal }) => call(rideSeries.one, { params: { seriesId } }, { signal }),
  });

/** The days of a series still to come. */
export const daysOfSeries = (seriesId: string) =>
  queryOptions({
    queryKey: ["ride-series", "days", seriesId],
    queryFn: ({ signal }) => call(rideSeries.ridesOf, { params: { seriesId }, query: { limit: 100 } }, { signal }),
  });

/** Repeats a ride. */
export function useSaveSeries() {
  const queries = useQueryClient();
  return async (terms: SeriesTerms): Promise<RideSeries> => {
    try {
      const host = (idempotencyKey: string) => call(rideSeries.host, { body: terms }, { idempotencyKey });
      return await sendOnce("host-series", terms, host);
    } finally {
      void queries.invalidateQueries({ queryKey: ["rides"] });
      void queries.invalidateQueries({ queryKey: ["ride-series"] });
    }
  };
}

/** Changes of a series or of its days; all that is shown of either is read again. */
function useSeriesMutation<Said, Told>(send: (said: Said) => Promise<Told>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: () =>
      Promise.all([["rides"], ["ride-series"]].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}

export const useSkipDay = (seriesId: string) =>
  useSeriesMutation(({ day, reason }: { day: string; reason: string }) => {
    const body = { day, ...(reason && { reason }) };
    return sendOnce(`skip.${seriesId}`, body, (idempotencyKey) =>
      call(rideSeries.skip, { params: { seriesId }, body }, { idempotencyKey }),
    );
  });

export const useEndSeries = (seriesId: string) =>
  useSeriesMutation((reason: string) => call(rideSeries.end, { params: { seriesId }, body: reason ? { reason } : {} }));

export const useChangeSeries = (seriesId: string) =>
  useSeriesMutation((body: Input<typeof rideSeries.change>["body"]) =>
    call(rideSeries.change, { params: { seriesId }, body }),
  );

/** My templates, by name. */
export const ownTemplates = queryOptions({
  queryKey: ["ride-templates"],
  queryFn: ({ signal }) => call(rideTemplates.own, {}, { signal }),
});

export function useKeepTemplate() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<typeof rideTemplates.keep>["body"]) =>
      sendOnce("template", body, (idempotencyKey) => call(rideTemplates.keep, { body }, { idempotencyKey })),
    onSettled: () => queries.invalidateQueries({ queryKey: ["ride-templates"] }),
  });
}

export function useRemoveTemplate() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (templateId: string) => call(rideTemplates.remove, { params: { templateId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["ride-templates"] }),
  });
}

/** A change names what it changes; what is not named stays. */
function withoutGaps(terms: RideTerms): Input<typeof rides.change>["body"] {
  const named: unknown = Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined));
  return RideChange.parse(named);
}
