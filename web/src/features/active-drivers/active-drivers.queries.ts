import { activeDrivers } from "@commonlane/contract/active-drivers";
import type { Input } from "@commonlane/contract/endpoint";
import { rides } from "@commonlane/contract/rides";
import type { LatLng } from "@commonlane/contract/shapes";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { endpointPages, endpointQuery, endpointQueryOrNull } from "#shared/api/endpoint-query.ts";
import { isProblem } from "#shared/api/api-error.ts";
import { call } from "#shared/api/api-client.ts";
import { sendIdempotently } from "#shared/forms/idempotent-send.ts";

const PAGE_SIZE = 100;
/** Polling interval while the live connection is down. */
export const POLL_MS = 10_000;

/** Active drivers within 50 km of a point, nearest first. */
export const driversNearby = ({ lat, lng }: LatLng) =>
  endpointQuery(
    activeDrivers.nearby,
    {
      query: {
        lat,
        lng,
        limit: PAGE_SIZE,
      },
    },
    { staleTime: POLL_MS },
  );

/** The viewer as an active driver; null if offline. */
export const ownActiveDriver = endpointQueryOrNull(activeDrivers.own, {});

export type ActivationPayload = Input<typeof activeDrivers.activate>["body"];

/** Goes online, or updates seats and destination. An idempotency key makes retries safe. */
export function useActivate() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (payload: ActivationPayload) =>
      sendIdempotently("active-driver", payload, (idempotencyKey) =>
        call(activeDrivers.activate, { body: payload }, { idempotencyKey }),
      ),
    onSuccess: (own) => queries.setQueryData(ownActiveDriver.queryKey, own),
  });
}

/** Goes offline. Succeeds if the driver already is. */
export function useDeactivate() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: deactivateDriver,
    onSuccess: () => queries.setQueryData(ownActiveDriver.queryKey, null),
  });
}

export async function deactivateDriver(): Promise<void> {
  try {
    await call(activeDrivers.deactivate, {});
  } catch (error) {
    if (!isProblem(error, "not_found")) throw error;
  }
}

/** Upcoming rides that depart near a point, nearest first. */
export const ridesNearby = ({ lat, lng }: LatLng) =>
  endpointPages(rides.nearby, {
    query: {
      lat,
      lng,
    },
  });
