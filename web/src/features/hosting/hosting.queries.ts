import type { Input } from "@commonlane/contract/endpoint";
import { rideSeries, type RideSeries } from "@commonlane/contract/ride-series";
import { rideTemplates } from "@commonlane/contract/ride-templates";
import { RideChange } from "@commonlane/contract/hosted-rides";
import { rides, type Ride } from "@commonlane/contract/rides";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { endpointQuery, useInvalidate } from "#shared/api/endpoint-query.ts";
import { call } from "#shared/api/api-client.ts";
import { sendIdempotently } from "#shared/forms/idempotent-send.ts";
import type { RidePayload, SeriesPayload } from "./draft/ride-payload.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";

/** The caller's rides: upcoming ones soonest first, or past ones latest first. */
export const hostedRides = (uid: string, upcoming: "true" | "false") =>
  endpointQuery(rides.ofHost, {
    params: { uid },
    query: { coming: upcoming, limit: 100 },
  });

/** The ride to edit; always fetched. */
export const rideToChange = (rideId: string) =>
  endpointQuery(rides.one, { params: { rideId } }, { staleTime: 0 });

/** The ride as others would see it. */
export const ridePreview = (payload: RidePayload) =>
  endpointQuery(rides.preview, { body: payload }, { staleTime: Infinity });

/** Creates a ride or changes `changedRideId`; ride caches are refreshed either way. */
export function useSaveRide() {
  const queries = useQueryClient();
  const invalidate = useInvalidate();
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
        call(
          rides.host,
          {
            body: {
              ...payload,
              hostId: user.uid,
            },
          },
          { idempotencyKey },
        ),
      );
    } finally {
      void invalidate(rides);
    }
  };
}

/** The caller's series, newest first. */
export const ownSeries = endpointQuery(rideSeries.own, { query: { limit: 50 } });

export const seriesById = (seriesId: string) =>
  endpointQuery(rideSeries.one, { params: { seriesId } });

/** Upcoming days of a series. */
export const daysOfSeries = (seriesId: string) =>
  endpointQuery(rideSeries.ridesOf, {
    params: { seriesId },
    query: { limit: 100 },
  });

/** Creates a series. */
export function useHostSeries() {
  const invalidate = useInvalidate();
  return async (payload: SeriesPayload): Promise<RideSeries> => {
    try {
      const host = (idempotencyKey: string) =>
        call(rideSeries.host, { body: payload }, { idempotencyKey });
      return await sendIdempotently("host-series", payload, host);
    } finally {
      void invalidate(rides, rideSeries);
    }
  };
}

/** Mutation on a series or its days; invalidates both. */
function useSeriesMutation<Variables, Result>(mutate: (variables: Variables) => Promise<Result>) {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: mutate,
    onSettled: () => invalidate(rides, rideSeries),
  });
}

export const useSkipDay = (seriesId: string) =>
  useSeriesMutation(({ day, reason }: { day: string; reason: string }) => {
    const body = { day, ...(reason && { reason }) };
    return sendIdempotently(`skip.${seriesId}`, body, (idempotencyKey) =>
      call(
        rideSeries.skip,
        {
          params: { seriesId },
          body,
        },
        { idempotencyKey },
      ),
    );
  });

export const useEndSeries = (seriesId: string) =>
  useSeriesMutation((reason: string) =>
    call(rideSeries.end, {
      params: { seriesId },
      body: reason ? { reason } : {},
    }),
  );

export const useChangeSeries = (seriesId: string) =>
  useSeriesMutation((body: Input<typeof rideSeries.change>["body"]) =>
    call(rideSeries.change, {
      params: { seriesId },
      body,
    }),
  );

/** The caller's templates, by name. */
export const ownTemplates = endpointQuery(rideTemplates.own, {});

export function useSaveTemplate() {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (body: Input<typeof rideTemplates.save>["body"]) =>
      sendIdempotently("template", body, (idempotencyKey) =>
        call(rideTemplates.save, { body }, { idempotencyKey }),
      ),
    onSettled: () => invalidate(rideTemplates),
  });
}

export function useRemoveTemplate() {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (templateId: string) => call(rideTemplates.remove, { params: { templateId } }),
    onSettled: () => invalidate(rideTemplates),
  });
}

/** Only named fields are changed. */
function withoutUndefined(payload: RidePayload): Input<typeof rides.change>["body"] {
  const definedFields: unknown = Object.fromEntries(
    Object.entries(payload).filter(([, value]) => value !== undefined),
  );
  return RideChange.parse(definedFields);
}
