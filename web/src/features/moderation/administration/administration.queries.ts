import {
  administration,
  type SettingsChange,
  type SettingsView,
} from "@commonlane/contract/administration";
import type { SettingName } from "@commonlane/contract/community-settings";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";
import { ApiError } from "#shared/api/api-error.ts";
import { useModerationAction } from "../moderation.queries.ts";
import { groupAdministration } from "@commonlane/contract/group-management";
import { providerAdministration } from "@commonlane/contract/provider-administration";
import { markAdministration, markModeration } from "@commonlane/contract/mark-administration";

export const markDefinitions = queryOptions({
  queryKey: ["moderation", "trust-marks"],
  queryFn: async ({ signal }) => (await call(markAdministration.list, {}, { signal })).items,
});

export const providersQuery = queryOptions({
  queryKey: ["moderation", "sign-in-providers"],
  queryFn: async ({ signal }) => (await call(providerAdministration.list, {}, { signal })).items,
});

/** All groups by name, also those that others cannot find. */
export const groupPages = infiniteQueryOptions({
  initialPageParam: undefined as string | undefined,
  queryKey: ["moderation", "groups"],
  queryFn: ({ pageParam: cursor, signal }) =>
    call(groupAdministration.list, { query: { cursor } }, { signal }),
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined,
});

export const communitySettingsQuery = queryOptions({
  queryKey: ["moderation", "settings"],
  queryFn: ({ signal }) => call(administration.settings, {}, { signal }),
});

/** Changes with everything on the server, so it is read again whenever it is shown. */
export const serverStatusQuery = queryOptions({
  queryKey: ["moderation", "status"],
  queryFn: ({ signal }) => call(administration.status, {}, { signal }),
  staleTime: 0,
});

export const teamQuery = queryOptions({
  queryKey: ["moderation", "team"],
  queryFn: async ({ signal }) => (await call(administration.team, {}, { signal })).items,
});

/** What every form of settings gets. */
export interface SettingsFormProps {
  readonly settings: SettingsView;
  /** Label of the button that saves. */
  readonly submitLabel: string;
  readonly onSaved: () => void;
}

/** Saves settings; `errors` has the server's message per field. */
export function useSaveSettings(onSaved: () => void) {
  const change = useModerationAction(administration.changeSettings);
  return {
    save: (body: SettingsChange) => change.mutate({ body }, { onSuccess: onSaved }),
    errors: change.error instanceof ApiError ? change.error.fields : {},
    error: change.error,
    busy: change.isPending,
  };
}

/** The environment variable that fixes a setting, if one does. */
export const fixedBy = ({ fixed }: SettingsView, setting: SettingName): string | undefined =>
  fixed.find(({ name }) => name === setting)?.variable;

/** What the provider publishes about itself. */
export const providerCheckQuery = (providerId: string) =>
  queryOptions({
    queryKey: ["moderation", "sign-in-provider-check", providerId],
    queryFn: ({ signal }) =>
      call(providerAdministration.check, { params: { providerId } }, { signal }),
    retry: false,
  });

/** Marks of a member, and those that moderators may grant. */
export const marksOfPerson = (uid: string) =>
  queryOptions({
    queryKey: ["moderation", "trust-marks", uid],
    queryFn: ({ signal }) => call(markModeration.ofPerson, { params: { uid } }, { signal }),
  });
