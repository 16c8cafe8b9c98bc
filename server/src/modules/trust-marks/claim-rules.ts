import type { ClaimRule } from "@commonlane/contract/mark-administration";
import type { Context } from "#platform/context.ts";
import { findMarksOfProvider } from "./definitions.store.ts";

type Claims = Readonly<Record<string, unknown>>;

/** Claims with more values are cut off, so that a provider cannot make a sign-in slow. */
const VALUES_MAX = 500;

/** Ids of the marks that a provider's claims about a person give. */
export async function findMarksInClaims(
  ctx: Context,
  providerId: string,
  claims: Claims,
): Promise<string[]> {
  const marks = await findMarksOfProvider(ctx, providerId);
  return marks
    .filter(({ claim_rules }) =>
      claim_rules.some((rule) => rule.providerId === providerId && isMatchingClaim(rule, claims)),
    )
    .map(({ id }) => id);
}

/** Upper and lower case do not matter: affiliations and domains are compared like this (RFC 4519, eduPerson). */
export function isMatchingClaim({ claim, match, values }: ClaimRule, claims: Claims): boolean {
  const wanted = values.map(fold);
  return readValues(claims, claim)
    .map(fold)
    .some((value) =>
      match === "is" ? wanted.includes(value) : wanted.some((part) => value.includes(part)),
    );
}

/** A claim is one value or a list. Only claims of its own: no name reaches what every object inherits. */
function readValues(claims: Claims, name: string): string[] {
  const claim = Object.hasOwn(claims, name) ? claims[name] : undefined;
  const values: readonly unknown[] = Array.isArray(claim) ? claim.slice(0, VALUES_MAX) : [claim];
  return values.flatMap((value) =>
    typeof value === "string" || typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : [],
  );
}

const fold = (text: string): string => text.trim().toLowerCase();
