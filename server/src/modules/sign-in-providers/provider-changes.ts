import { recordTeamAction } from "#modules/moderation/index.ts";
import type { InTransaction } from "#platform/context.ts";
import type { ProviderRow } from "./providers.store.ts";

const LOGGED = [
  "name",
  "issuer",
  "client_id",
  "scopes",
  "email_domains",
  "trusts_email",
  "enabled",
] as const;

/** What the audit log says: old and new values, and of secret and logo only that they changed. */
export function describeChange(
  before: ProviderRow | undefined,
  after: ProviderRow,
): Record<string, string> {
  const changed = LOGGED.filter((name) => String(before?.[name]) !== String(after[name]));
  const hidden = (["client_secret", "logo"] as const).filter(
    (name) => (before?.[name] ?? null) !== after[name],
  );
  return {
    ...Object.fromEntries(
      changed.map((name) => [
        name,
        `${before ? String(before[name]) : "none"} → ${String(after[name])}`,
      ]),
    ),
    ...Object.fromEntries(
      hidden.map((name) => [name, after[name] === null ? "removed" : "changed"]),
    ),
  };
}

export async function recordChange(
  ctx: InTransaction,
  byUid: string,
  action: "save" | "remove",
  details: Record<string, unknown>,
): Promise<void> {
  await recordTeamAction(ctx, byUid, {
    call: `providerAdministration.${action}`,
    details,
  });
}
