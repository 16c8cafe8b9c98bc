import type { Endpoint, Input } from "@commonlane/contract/endpoint";
import { moderation } from "@commonlane/contract/moderation";
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#shared/api.ts";
import { sendOnce } from "#shared/forms/send-once.ts";

export type Waiting = "open" | "closed";

const nextOf = ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined;
const firstPage = { initialPageParam: undefined as string | undefined };

export const ownRole = queryOptions({
  queryKey: ["moderation", "role"],
  queryFn: ({ signal }) => call(moderation.role, {}, { signal }),
  staleTime: 60_000,
});

export const reportPages = (state: Waiting) =>
  infiniteQueryOptions({
    ...firstPage,
    queryKey: ["moderation", "reports", state],
    queryFn: ({ pageParam: cursor, signal }) => call(moderation.reports, { query: { state, cursor } }, { signal }),
    getNextPageParam: nextOf,
  });

export const oneReport = (reportId: string) =>
  queryOptions({
    queryKey: ["moderation", "report", reportId],
    queryFn: ({ signal }) => call(moderation.report, { params: { reportId } }, { signal }),
  });

export const foundPeople = (query: string) =>
  queryOptions({
    queryKey: ["moderation", "people", query],
    queryFn: async ({ signal }) => (await call(moderation.people, { query: { query } }, { signal })).items,
    enabled: query.length > 1,
  });

export const onePerson = (uid: string) =>
  queryOptions({
    queryKey: ["moderation", "person", uid],
    queryFn: ({ signal }) => call(moderation.person, { params: { uid } }, { signal }),
  });

export const oneRide = (rideId: string) =>
  queryOptions({
    queryKey: ["moderation", "ride", rideId],
    queryFn: ({ signal }) => call(moderation.ride, { params: { rideId } }, { signal }),
  });

export const appealPages = (state: Waiting) =>
  infiniteQueryOptions({
    ...firstPage,
    queryKey: ["moderation", "appeals", state],
    queryFn: ({ pageParam: cursor, signal }) => call(moderation.appeals, { query: { state, cursor } }, { signal }),
    getNextPageParam: nextOf,
  });

/** What was hidden and appealed against. */
export const hidingPages = (state: Waiting) =>
  infiniteQueryOptions({
    ...firstPage,
    queryKey: ["moderation", "hidings", state],
    queryFn: ({ pageParam: cursor, signal }) => call(moderation.hidings, { query: { state, cursor } }, { signal }),
    getNextPageParam: nextOf,
  });

export const actPages = infiniteQueryOptions({
  ...firstPage,
  queryKey: ["moderation", "acts"],
  queryFn: ({ pageParam: cursor, signal }) => call(moderation.acts, { query: { limit: 50, cursor } }, { signal }),
  getNextPageParam: nextOf,
});

/** Does one of the calls that change something, a decision once; everything that the console shows is read again then. */
export function useDeed<E extends Endpoint>(endpoint: E) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<E>) =>
      endpoint.idempotent
        ? sendOnce(deedName(endpoint, input), input, (idempotencyKey) => call(endpoint, input, { idempotencyKey }))
        : call(endpoint, input),
    onSettled: () => queries.invalidateQueries({ queryKey: ["moderation"] }),
  });
}

/** The same for whatever is said of the same person or thing. */
const deedName = <E extends Endpoint>({ path }: E, input: Input<E>): string =>
  `deed.${path}.${JSON.stringify(input, (name, value: unknown) => (name === "body" ? undefined : value))}`;
