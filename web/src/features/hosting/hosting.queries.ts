import type { Input } from "@commonlane/contract/endpoint";
import { rideSeries, type RideSeries } from "@commonlane/contract/ride-series";
import { rideTemplates } from "@commonlane/contract/ride-templates";
import { RideChange } from "@commonlane/contract/hosted-rides";
import { rides, type Ride } from "@commonlane/contract/rides";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";
import { sendIdempotently } from "#shared/forms/idempotent-send.ts";
import type { RidePayload, SeriesPayload } from "./draft/ride-payload.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";

/** The caller's rides: upcoming ones soonest first, or past ones latest first. */
export const hostedRides = (uid: string, upcoming: "true" | "false") =>
  queryOptions({
    queryKey: ["rides", "hosted", uid, upcoming],
    queryFn: ({ signal }) =>
      call(rides.ofHost, { params: { uid }, query: { coming: upcoming, limit: 100 } }, { signal }),
  });

/** The ride to edit; always fetched. */
export const rideToChange = (rideId: string) =>
  queryOptions({
    queryKey: ["rides", "to-change", rideId],
    queryFn: ({ signal }) => call(rides.one, { params: { rideId } }, { signal }),
    staleTime: 0,
  });

/** The ride as others would see it. */
export const ridePreview = (payload: RidePayload) =>
  queryOptions({
    queryKey: ["rides", "preview", payload],
    queryFn: ({ signal }) => call(rides.preview, { body: payload }, { signal }),
    staleTime: Infinity,
  });

/** Creates a ride or changes `changedRideId`; ride caches are refreshed either way. */
export function useSaveRide() {
  const queries = useQueryClient();
  const user = useUser();
  return async (payload: RidePayload, changedRideId: string | undefined): Promise<Ride> => {
    try {
      if (changedRideId) {
        const changed = await call(rides.change, {
          params: { rideId: changedRideId },
          body: withoutUndefined(payload),
        });
        // The form unmounts now, so a refetch would be cancelled; use the response instead.
        queries.setQueryData(rideToChange(changedRideId).queryKey, changed);
        return changed;
      }
      return await sendIdempotently("host", payload, (idempotencyKey) =>
        call(rides.host, { body: { ...payload, hostId: user.uid } }, { idempotencyKey }),
      );
    } finally {
      void queries.invalidateQueries({ queryKey: ["rides"] });
    }
  };
}

/** The caller's series, newest first. */
export const ownSeries = queryOptions({
  queryKey: ["ride-series", "own"],
  queryFn: ({ signal }) => call(rideSeries.own, { query: { limit: 50 } }, { signal }),
});

export const seriesById = (seriesId: string) =>
  queryOptions({
    queryKey: ["ride-series", "one", seriesId],
    queryFn: ({ signal }) => call(rideSeries.one, { params: { seriesId } }, { signal }),
  });

/** Upcoming days of a series. */
export const daysOfSeries = (seriesId: string) =>
  queryOptions({
    queryKey: ["ride-series", "days", seriesId],
    queryFn: ({ signal }) =>
      call(rideSeries.ridesOf, { params: { seriesId }, query: { limit: 100 } }, { signal }),
  });

/** Creates a series. */
export function useHostSeries() {
  const queries = useQueryClient();
  return async (payload: SeriesPayload): Promise<RideSeries> => {
    try {
      const host = (idempotencyKey: string) =>
        call(rideSeries.host, { body: payload }, { idempotencyKey });
      return await sendIdempotently("host-series", payload, host);
    } finally {
      void queries.invalidateQueries({ queryKey: ["rides"] });
      void queries.invalidateQueries({ queryKey: ["ride-series"] });
    }
  };
}

/** Mutation on a series or its days; invalidates both. */
function useSeriesMutation<Variables, Result>(mutate: (variables: Variables) => Promise<Result>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: mutate,
    onSettled: () =>
      Promise.all(
        [["rides"], ["ride-series"]].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  });
}

export const useSkipDay = (seriesId: string) =>
  useSeriesMutation(({ day, reason }: { day: string; reason: string }) => {
    const body = { day, ...(reason && { reason }) };
    return sendIdempotently(`skip.${seriesId}`, body, (idempotencyKey) =>
      call(rideSeries.skip, { params: { seriesId }, body }, { idempotencyKey }),
    );
  });

export const useEndSeries = (seriesId: string) =>
  useSeriesMutation((reason: string) =>
    call(rideSeries.end, { params: { seriesId }, body: reason ? { reason } : {} }),
  );

export const useChangeSeries = (seriesId: string) =>
  useSeriesMutation((body: Input<typeof rideSeries.change>["body"]) =>
    call(rideSeries.change, { params: { seriesId }, body }),
  );

/** The caller's templates, by name. */
export const ownTemplates = queryOptions({
  queryKey: ["ride-templates"],
  queryFn: ({ signal }) => call(rideTemplates.own, {}, { signal }),
});

export function useSaveTemplate() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<typeof rideTemplates.save>["body"]) =>
      sendIdempotently("template", body, (idempotencyKey) =>
        call(rideTemplates.save, { body }, { idempotencyKey }),
      ),
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

/** Only named fields are changed. */
function withoutUndefined(payload: RidePayload): Input<typeof rides.change>["body"] {
  const definedFields: unknown = Object.fromEntries(
    Object.entries(payload).filter(([, value]) => value !== undefined),
  );
  return RideChange.parse(definedFields);
}
