import { looksLike, nameProblem, RESERVED_MESSAGE } from "@commonlane/contract/person-names";
import { Problem } from "#platform/http/problem.ts";
import { LastUsed } from "#platform/last-used.ts";
import type { Settings } from "#platform/settings.ts";

interface Names {
  readonly first_name: string | null;
  readonly last_name: string | null;
  /** Stands for both until the profile is registered. */
  readonly display_name?: string | null;
}
type Community = Pick<Settings, "COMMUNITY_NAME">;

/** Shown in place of a first name that breaks the rule, until its owner has changed it. */
const FALLBACK = "Member";
const NAMES_CACHED = 20_000;
const checked = new LastUsed<string, boolean>(NAMES_CACHED);

/** Whether others may be shown this name. Names from before the rule are held to it as well. */
export function isShown(name: string): boolean {
  let shown = checked.get(name);
  if (shown === undefined) checked.set(name, (shown = nameProblem(name) === undefined));
  return shown;
}

/**
 * The first name that others are shown, and the only text of a user's choice that may stand in the subject of an e-mail:
 * one that passes the name rule, or "Member".
 */
export const shownFirstName = (first: string | undefined): string =>
  first !== undefined && isShown(first) ? first : FALLBACK;

/** Why the names of an account have to be changed, or null. */
export function problemOfNames(
  { first_name, last_name, display_name = null }: Names,
  community: Community,
): string | null {
  const isRegistered = first_name !== null || last_name !== null;
  for (const name of isRegistered ? [first_name, last_name] : (display_name?.split(/\s+/) ?? [])) {
    const problem = name ? nameProblem(name) : undefined;
    if (problem !== undefined) return problem;
  }
  return isCommunity([first_name, last_name], community) ? RESERVED_MESSAGE : null;
}

/** Throws invalid_input about `field` when a name, or all of them together, are the name of the community. */
export function assertNotCommunityName(
  community: Community,
  names: readonly (string | null | undefined)[],
  field: string,
): void {
  if (isCommunity(names, community)) throw new Problem("invalid_input", { fields: { [field]: RESERVED_MESSAGE } });
}

const isCommunity = (names: readonly (string | null | undefined)[], { COMMUNITY_NAME }: Community): boolean =>
  [...names, names.filter(Boolean).join(" ")].some((name) => name && looksLike(name, COMMUNITY_NAME));
