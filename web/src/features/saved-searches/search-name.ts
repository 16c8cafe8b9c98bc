import type { SavedSearch } from "@commonlane/contract/saved-searches";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { townName } from "#shared/formatting/format.ts";

/** Name of a search, or its route without one. */
export function searchName({ name, origin, destination }: SavedSearch): string {
  const from = townName(origin.label);
  const to = townName(destination.label);
  return name ?? i18n._(msg`${from} to ${to}`);
}
