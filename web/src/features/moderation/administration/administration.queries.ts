import {
  administration,
  type SettingsChange,
  type SettingsView,
} from "@commonlane/contract/administration";
import type { SettingName } from "@commonlane/contract/community-settings";
import { endpointItems, endpointPages, endpointQuery } from "#shared/api/endpoint-query.ts";
import { ApiError } from "#shared/api/api-error.ts";
import { useModerationAction } from "../moderation.queries.ts";
import { groupAdministration } from "@commonlane/contract/group-management";
import { providerAdministration } from "@commonlane/contract/provider-administration";
import { markAdministration, markModeration } from "@commonlane/contract/mark-administration";

export const markDefinitions = endpointItems(markAdministration.list, {});

export const providersQuery = endpointItems(providerAdministration.list, {});

/** All groups by name, also those that others cannot find. */
export const groupPages = endpointPages(groupAdministration.list, { query: {} });

export const communitySettingsQuery = endpointQuery(administration.settings, {});

/** Changes with everything on the server, so it is read again whenever it is shown. */
export const serverStatusQuery = endpointQuery(administration.status, {}, { staleTime: 0 });

export const teamQuery = endpointItems(administration.team, {});

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
  endpointQuery(providerAdministration.check, { params: { providerId } }, { retry: false });

/** Marks of a member, and those that moderators may grant. */
export const marksOfPerson = (uid: string) =>
  endpointQuery(markModeration.ofPerson, { params: { uid } });
