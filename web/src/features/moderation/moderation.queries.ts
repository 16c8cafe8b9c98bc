import type { Endpoint, Input } from "@commonlane/contract/endpoint";
import { moderation } from "@commonlane/contract/moderation";
import { type Query, useMutation, useQueryClient } from "@tanstack/react-query";
import { endpointItems, endpointPages, endpointQuery } from "#shared/api/endpoint-query.ts";
import { call } from "#shared/api/api-client.ts";
import { sendIdempotently } from "#shared/forms/idempotent-send.ts";

export type QueueState = "open" | "closed";

export const reportPages = (state: QueueState) =>
  endpointPages(moderation.reports, { query: { state } });

export const reportById = (reportId: string) =>
  endpointQuery(moderation.report, { params: { reportId } });

/** Actions of all moderators that can still be undone. */
export const pendingActions = endpointItems(moderation.actions, {});

export const reportStatistics = (weeks: number) =>
  endpointQuery(moderation.reportStatistics, { query: { weeks } });

export const searchPeople = (query: string) =>
  endpointItems(moderation.searchPeople, { query: { query } }, { enabled: query.length > 1 });

export const linkedAccounts = endpointItems(moderation.linkedAccounts, {});

export const personCaseFile = (uid: string) =>
  endpointQuery(moderation.person, { params: { uid } });

export const rideCaseFile = (rideId: string) =>
  endpointQuery(moderation.ride, { params: { rideId } });

export const appealPages = (state: QueueState) =>
  endpointPages(moderation.ratingAppeals, { query: { state } });

/** Content removals with an appeal. */
export const contentRemovalPages = (state: QueueState) =>
  endpointPages(moderation.contentRemovals, { query: { state } });

export const auditLogPages = endpointPages(moderation.auditLog, { query: { limit: 50 } });

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
    onSettled: () => queries.invalidateQueries({ predicate: isOfConsole }),
  });
}

/** The console's own data, and the announcements that it changes. */
const isOfConsole = ({ queryKey: [name] }: Query): boolean =>
  /^\w+ \/(?:moderation|administration|bulletin)\b/.test(String(name));

/** Idempotency scope: the same for every action on the same user or item. */
const idempotencyScope = <E extends Endpoint>({ path }: E, input: Input<E>): string =>
  `action.${path}.${JSON.stringify(input, (name, value: unknown) => (name === "body" ? undefined : value))}`;
