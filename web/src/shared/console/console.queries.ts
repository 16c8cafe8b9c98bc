import {
  administration,
  type SettingsChange,
  type SettingsView,
} from "@commonlane/contract/administration";
import type { SettingName } from "@commonlane/contract/community-settings";
import { moderation } from "@commonlane/contract/moderation";
import { endpointItems, endpointQuery } from "#shared/api/endpoint-query.ts";
import { ApiError } from "#shared/api/api-error.ts";
import { useConsoleAction } from "./use-console-action.ts";

export const communitySettingsQuery = endpointQuery(administration.settings, {});

/** Members by name or address, for at least two letters. */
export const searchPeople = (query: string) =>
  endpointItems(moderation.searchPeople, { query: { query } }, { enabled: query.length > 1 });

/** What every form of settings gets. */
export interface SettingsFormProps {
  readonly settings: SettingsView;
  /** Label of the button that saves. */
  readonly submitLabel: string;
  readonly onSaved: () => void;
}

/** Saves settings; `errors` has the server's message per field. */
export function useSaveSettings(onSaved: () => void) {
  const change = useConsoleAction(administration.changeSettings);
  return {
    save: (body: SettingsChange) => change.mutate({ body }, { onSuccess: onSaved }),
    errors: change.error instanceof ApiError ? change.error.fields : {},
    error: change.error,
    busy: change.isPending,
  };
}

/** The environment variable that fixes a setting, if one does. */
export function fixedBy({ fixed }: SettingsView, setting: SettingName): string | undefined {
  return fixed.find(({ name }) => name === setting)?.variable;
}
