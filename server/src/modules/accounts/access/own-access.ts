import type { OwnAccess } from "@commonlane/contract/account-access";
import { addedLatelySince } from "#platform/account-access/account-access.ts";
import type { AccessItem } from "#platform/account-access/access-kind.ts";
import type { Context } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { Problem } from "#platform/http/problem.ts";
import type { ClientInfo } from "../sign-in/client-info.ts";
import { assertRecentlyConfirmed } from "../second-factor/confirmation.ts";

/** Everything that signs in to the caller's account, or lets someone follow the caller. */
export async function listOwnAccess(
  ctx: Context,
  { uid, sessionId }: Caller,
): Promise<{ items: OwnAccess[] }> {
  const newSince = addedLatelySince(ctx);
  const items: OwnAccess[] = [];
  for (const access of ctx.accountAccess) {
    const { shown } = access;
    const rows: AccessItem[] = (await shown?.list(ctx, uid)) ?? [];
    for (const { id, name, since, lastUsedAt, ...row } of rows) {
      const isCurrent = row.sessionId === sessionId;
      items.push({
        kind: access.name,
        id,
        name,
        since: since?.toISOString() ?? null,
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
        isNew: since !== null && since > newSince,
        isCurrent,
        canEnd: shown?.end !== undefined && !isCurrent,
      });
    }
  }
  return { items };
}

/** Ends one of them. Throws not_found, confirmation_needed or last_sign_in. */
export async function endOwnAccess(
  ctx: Context,
  caller: Caller,
  { kind, id }: Pick<OwnAccess, "kind" | "id">,
  client: ClientInfo,
): Promise<void> {
  const shown = ctx.accountAccess.find(({ name }) => name === kind)?.shown;
  if (!shown?.end) throw new Problem("not_found");
  if (shown.endIsConfirmed) await assertRecentlyConfirmed(ctx, caller);
  await shown.end(ctx, caller, id, client);
}
