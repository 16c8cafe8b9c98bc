import type { Endpoint, Input } from "@commonlane/contract/endpoint";
import { moderation } from "@commonlane/contract/moderation";
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";
import { sendIdempotently } from "#shared/forms/idempotent-send.ts";

export type QueueState = "open" | "closed";

const getNextPage = ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined;
const firstPage = { initialPageParam: undefined as string | undefined };

export const reportPages = (state: QueueState) =>
  infiniteQueryOptions({
    ...firstPage,
    queryKey: ["moderation", "reports", state],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(moderation.reports, { query: { state, cursor } }, { signal }),
    getNextPageParam: getNextPage,
  });

export const reportById = (reportId: string) =>
  queryOptions({
    queryKey: ["moderation", "report", reportId],
    queryFn: ({ signal }) => call(moderation.report, { params: { reportId } }, { signal }),
  });

/** Actions of all moderators that can still be undone. */
export const pendingActions = queryOptions({
  queryKey: ["moderation", "actions"],
  queryFn: async ({ signal }) => (await call(moderation.actions, {}, { signal })).items,
});

export const reportStatistics = (weeks: number) =>
  queryOptions({
    queryKey: ["moderation", "report-statistics", weeks],
    queryFn: ({ signal }) => call(moderation.reportStatistics, { query: { weeks } }, { signal }),
  });

export const searchPeople = (query: string) =>
  queryOptions({
    queryKey: ["moderation", "people", query],
    queryFn: async ({ signal }) =>
      (await call(moderation.searchPeople, { query: { query } }, { signal })).items,
    enabled: query.length > 1,
  });

export const linkedAccounts = queryOptions({
  queryKey: ["moderation", "linked-accounts"],
  queryFn: async ({ signal }) => (await call(moderation.linkedAccounts, {}, { signal })).items,
});

export const personCaseFile = (uid: string) =>
  queryOptions({
    queryKey: ["moderation", "person", uid],
    queryFn: ({ signal }) => call(moderation.person, { params: { uid } }, { signal }),
  });

export const rideCaseFile = (rideId: string) =>
  queryOptions({
    queryKey: ["moderation", "ride", rideId],
    queryFn: ({ signal }) => call(moderation.ride, { params: { rideId } }, { signal }),
  });

export const appealPages = (state: QueueState) =>
  infiniteQueryOptions({
    ...firstPage,
    queryKey: ["moderation", "appeals", state],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(moderation.ratingAppeals, { query: { state, cursor } }, { signal }),
    getNextPageParam: getNextPage,
  });

/** Content removals with an appeal. */
export const contentRemovalPages = (state: QueueState) =>
  infiniteQueryOptions({
    ...firstPage,
    queryKey: ["moderation", "content-removals", state],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(moderation.contentRemovals, { query: { state, cursor } }, { signal }),
    getNextPageParam: getNextPage,
  });

export const auditLogPages = infiniteQueryOptions({
  ...firstPage,
  queryKey: ["moderation", "audit-log"],
  queryFn: ({ pageParam: cursor, signal }) =>
    call(moderation.auditLog, { query: { limit: 50, cursor } }, { signal }),
  getNextPageParam: getNextPage,
});

/** Performs a moderation action. A repeated decision is sent once, and all console data is refreshed afterwards. */
export function useModerationAction<E extends Endpoint>(endpoint: E) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<E>) =>
      endpoint.idempotent
        ? sendIdempotently(idempotencyScope(endpoint, input), input, (idempotencyKey) =>
            call(endpoint, input, { idempotencyKey }),
          )
        : call(endpoint, input),
    onSettled: () => queries.invalidateQueries({ queryKey: ["moderation"] }),
  });
}

/** Idempotency scope: the same for every action on the same user or item. */
const idempotencyScope = <E extends Endpoint>({ path }: E, input: Input<E>): string =>
  `action.${path}.${JSON.stringify(input, (name, value: unknown) => (name === "body" ? undefined : value))}`;
