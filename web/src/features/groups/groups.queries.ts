import type { Endpoint, Input } from "@commonlane/contract/endpoint";
import { groupManagement } from "@commonlane/contract/group-management";
import { type Group, type GroupChange, groups } from "@commonlane/contract/groups";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  endpointItems,
  endpointPages,
  endpointQuery,
  useInvalidate,
} from "#shared/api/endpoint-query.ts";
import { call } from "#shared/api/api-client.ts";
import { sendIdempotently } from "#shared/forms/idempotent-send.ts";

/** Groups that others can find, page by page, with all these words if there are any. */
export const listedGroups = (query: string) =>
  endpointPages(groups.list, { query: { ...(query !== "" && { query }) } });

/** Groups that the user belongs to or has asked to join. */
export const ownGroups = endpointItems(groups.own, {});

export function groupById(groupId: string) {
  return endpointQuery(groups.one, { params: { groupId } });
}

export const membersOfGroup = (groupId: string) =>
  endpointPages(groups.members, {
    params: { groupId },
    query: {},
  });

/** Requests to join that wait for a manager, oldest first. */
export const joinRequestsOfGroup = (groupId: string) =>
  endpointPages(groupManagement.requests, {
    params: { groupId },
    query: {},
  });

export const invitationOfGroup = (groupId: string) =>
  endpointQuery(groupManagement.invitation, { params: { groupId } });

export const statisticsOfGroup = (groupId: string) =>
  endpointQuery(
    groupManagement.statistics,
    { params: { groupId } },
    { select: ({ weeks }) => weeks },
  );

/** The group of an invitation link. */
export const groupByCode = (code: string) =>
  endpointQuery(groups.openInvitation, { body: { code } });

/** Joins a group, by its invitation link if there is a code, or asks to join it if its managers decide. */
export function useJoinGroup(groupId: string, code: string | undefined) {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (message: string | null) =>
      code === undefined
        ? call(groups.join, {
            params: { groupId },
            body: { message },
          })
        : call(groups.acceptInvitation, {
            body: {
              code,
              message,
            },
          }),
    onSuccess: () => void invalidate(groups, groupManagement),
  });
}

/** Makes a call about groups and reloads what it may have changed. */
export function useGroupCall<E extends Endpoint>(endpoint: E) {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (input: Input<E>) => call(endpoint, input),
    onSuccess: () => void invalidate(groups, groupManagement),
  });
}

/** Creates a group, or changes the one with this id. */
export function useSaveGroup(groupId: string | undefined) {
  const queries = useQueryClient();
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (body: GroupChange) =>
      groupId === undefined
        ? sendIdempotently("group", body, (idempotencyKey) =>
            call(groups.create, { body }, { idempotencyKey }),
          )
        : call(groups.change, {
            params: { groupId },
            body,
          }),
    onSuccess: (group: Group) => {
      void invalidate(groups, groupManagement);
      queries.setQueryData(groupById(group.id).queryKey, group);
    },
  });
}
