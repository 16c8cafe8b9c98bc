import {
  isLookalikeName,
  findNameProblem,
  RESERVED_MESSAGE,
} from "@commonlane/contract/person-names";
import { Problem } from "#platform/http/problem.ts";
import { LRUCache } from "lru-cache";
import type { Community } from "#platform/community/community.ts";

interface Names {
  readonly first_name: string | null;
  readonly last_name: string | null;
  /** Used for both names until the profile is registered. */
  readonly display_name?: string | null;
}
type CommunityName = Pick<Community, "name">;

/** Shown instead of a first name that breaks the rule, until the user changes it. */
const FALLBACK_NAME = "Member";
const NAMES_CACHED = 20_000;
const allowedNames = new LRUCache<string, boolean>({ max: NAMES_CACHED });

/** Returns true if others may see this name. Also applies to names from before the rule. */
export function isAllowedName(name: string): boolean {
  let allowed = allowedNames.get(name);
  if (allowed === undefined)
    allowedNames.set(name, (allowed = findNameProblem(name) === undefined));
  return allowed;
}

/**
 * First name as shown to others, and the only user text allowed in the subject of an e-mail: a name that passes the
 * name rule, or "Member".
 */
export const publicFirstName = (firstName: string | undefined): string =>
  firstName !== undefined && isAllowedName(firstName) ? firstName : FALLBACK_NAME;

/** Explains why the names of an account must be changed, or returns null. */
export function findProfileNameProblem(
  { first_name, last_name, display_name = null }: Names,
  community: CommunityName,
): string | null {
  const isRegistered = first_name !== null || last_name !== null;
  for (const name of isRegistered ? [first_name, last_name] : (display_name?.split(/\s+/) ?? [])) {
    const problem = name ? findNameProblem(name) : undefined;
    if (problem !== undefined) return problem;
  }
  return isCommunityName([first_name, last_name], community) ? RESERVED_MESSAGE : null;
}

/** Throws invalid_input for `field` if a name, or all of them together, equal the name of the community. */
export function assertNotCommunityName(
  community: CommunityName,
  names: readonly (string | null | undefined)[],
  field: string,
): void {
  if (isCommunityName(names, community))
    throw new Problem("invalid_input", { fields: { [field]: RESERVED_MESSAGE } });
}

const isCommunityName = (
  names: readonly (string | null | undefined)[],
  community: CommunityName,
): boolean =>
  [...names, names.filter(Boolean).join(" ")].some(
    (name) => name && isLookalikeName(name, community.name),
  );
