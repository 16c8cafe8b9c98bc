import { isLookalikeName, findNameProblem, RESERVED_MESSAGE } from "@commonlane/contract/person-names";
import { Problem } from "#platform/http/problem.ts";
import { LruCache } from "#platform/lru-cache.ts";
import type { Settings } from "#platform/settings.ts";

interface Names {
  readonly first_name: string | null;
  readonly last_name: string | null;
  /** Stands for both until the profile is registered. */
  readonly display_name?: string | null;
}
type Community = Pick<Settings, "COMMUNITY_NAME">;

/** Shown in place of a first name that breaks the rule, until its owner has changed it. */
const FALLBACK_NAME = "Member";
const NAMES_CACHED = 20_000;
const allowedNames = new LruCache<string, boolean>(NAMES_CACHED);

/** Whether others may be shown this name. Names from before the rule are held to it as well. */
export function isAllowedName(name: string): boolean {
  let allowed = allowedNames.get(name);
  if (allowed === undefined) allowedNames.set(name, (allowed = findNameProblem(name) === undefined));
  return allowed;
}

/**
 * The first name that others are shown, and the only text of a user's choice that may stand in the subject of an e-mail:
 * one that passes the name rule, or "Member".
 */
export const publicFirstName = (firstName: string | undefined): string =>
  firstName !== undefined && isAllowedName(firstName) ? firstName : FALLBACK_NAME;

/** Why the names of an account have to be changed, or null. */
export function findProfileNameProblem(
  { first_name, last_name, display_name = null }: Names,
  community: Community,
): string | null {
  const isRegistered = first_name !== null || last_name !== null;
  for (const name of isRegistered ? [first_name, last_name] : (display_name?.split(/\s+/) ?? [])) {
    const problem = name ? findNameProblem(name) : undefined;
    if (problem !== undefined) return problem;
  }
  return isCommunityName([first_name, last_name], community) ? RESERVED_MESSAGE : null;
}

/** Throws invalid_input about `field` when a name, or all of them together, are the name of the community. */
export function assertNotCommunityName(
  community: Community,
  names: readonly (string | null | undefined)[],
  field: string,
): void {
  if (isCommunityName(names, community)) throw new Problem("invalid_input", { fields: { [field]: RESERVED_MESSAGE } });
}

const isCommunityName = (names: readonly (string | null | undefined)[], { COMMUNITY_NAME }: Community): boolean =>
  [...names, names.filter(Boolean).join(" ")].some((name) => name && isLookalikeName(name, COMMUNITY_NAME));
