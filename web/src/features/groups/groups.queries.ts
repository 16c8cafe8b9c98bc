import type { Endpoint, Input } from "@commonlane/contract/endpoint";
import { groupManagement } from "@commonlane/contract/group-management";
import { type Group, type GroupChange, groups } from "@commonlane/contract/groups";
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";
import { sendIdempotently } from "#shared/forms/idempotent-send.ts";

const paging = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined,
};

/** Groups that others can find, page by page, with all these words if there are any. */
export const listedGroups = (query: string) =>
  infiniteQueryOptions({
    ...paging,
    queryKey: ["groups", "list", query],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(groups.list, { query: { ...(query !== "" && { query }), cursor } }, { signal }),
  });

/** Groups that the user belongs to or has asked to join. */
export const ownGroups = queryOptions({
  queryKey: ["groups", "own"],
  queryFn: async ({ signal }) => (await call(groups.own, {}, { signal })).items,
});

export const groupById = (groupId: string) =>
  queryOptions({
    queryKey: ["groups", "one", groupId],
    queryFn: ({ signal }) => call(groups.one, { params: { groupId } }, { signal }),
  });

export const membersOfGroup = (groupId: string) =>
  infiniteQueryOptions({
    ...paging,
    queryKey: ["groups", "members", groupId],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(groups.members, { params: { groupId }, query: { cursor } }, { signal }),
  });

/** Requests to join that wait for a manager, oldest first. */
export const joinRequestsOfGroup = (groupId: string) =>
  infiniteQueryOptions({
    ...paging,
    queryKey: ["groups", "join-requests", groupId],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(groupManagement.requests, { params: { groupId }, query: { cursor } }, { signal }),
  });

export const invitationOfGroup = (groupId: string) =>
  queryOptions({
    queryKey: ["groups", "invitation", groupId],
    queryFn: ({ signal }) => call(groupManagement.invitation, { params: { groupId } }, { signal }),
  });

export const statisticsOfGroup = (groupId: string) =>
  queryOptions({
    queryKey: ["groups", "statistics", groupId],
    queryFn: async ({ signal }) =>
      (await call(groupManagement.statistics, { params: { groupId } }, { signal })).weeks,
  });

/** The group of an invitation link. */
export const groupByCode = (code: string) =>
  queryOptions({
    queryKey: ["groups", "by-code", code],
    queryFn: ({ signal }) => call(groups.openInvitation, { body: { code } }, { signal }),
  });

/** Joins a group, by its invitation link if there is a code, or asks to join it if its managers decide. */
export function useJoinGroup(groupId: string, code: string | undefined) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (message: string | null) =>
      code === undefined
        ? call(groups.join, { params: { groupId }, body: { message } })
        : call(groups.acceptInvitation, { body: { code, message } }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ["groups"] }),
  });
}

/** Makes a call about groups and reloads what it may have changed. */
export function useGroupCall<E extends Endpoint>(endpoint: E) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<E>) => call(endpoint, input),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ["groups"] }),
  });
}

/** Creates a group, or changes the one with this id. */
export function useSaveGroup(groupId: string | undefined) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: GroupChange) =>
      groupId === undefined
        ? sendIdempotently("group", body, (idempotencyKey) =>
            call(groups.create, { body }, { idempotencyKey }),
          )
        : call(groups.change, { params: { groupId }, body }),
    onSuccess: (group: Group) => {
      void queries.invalidateQueries({ queryKey: ["groups"] });
      queries.setQueryData(groupById(group.id).queryKey, group);
    },
  });
}
