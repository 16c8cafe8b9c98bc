import { DAY_MS } from "@commonlane/contract/durations";
import { ACCESS_ADDED_LATELY_DAYS } from "@commonlane/contract/limits";
import type { Language } from "@commonlane/contract/languages";
import type { Context, InTransaction } from "../context.ts";
import { translate } from "../i18n/translate.ts";
import type { AccessEnding, AccessKind, EndedAccess } from "./access-kind.ts";

export type AccountAccessKind = AccessKind<Context, InTransaction>;

/** What was added within this time before an ending is not trusted, because a thief may have added it. */
const DISTRUSTED_MS = DAY_MS;

/**
 * Ends everything that grants access to an account and must not outlive `ending`, in the caller's transaction. By
 * default, the day before now is not trusted.
 *
 * @example await endAccess(ctx, "password-reset", { uid, reason: "password changed", client });
 */
export async function endAccess(
  ctx: InTransaction,
  ending: AccessEnding,
  {
    startedAt = ctx.now(),
    ...ended
  }: Omit<EndedAccess, "addedAfter" | "ending"> & { readonly startedAt?: Date },
): Promise<void> {
  const distrustedAfter = new Date(startedAt.getTime() - DISTRUSTED_MS);
  for (const { endings, endAll } of ctx.accountAccess) {
    const scope = endings[ending];
    if (scope === "all")
      await endAll(ctx, {
        ...ended,
        ending,
        addedAfter: new Date(0),
      });
    if (scope === "lately")
      await endAll(ctx, {
        ...ended,
        ending,
        addedAfter: distrustedAfter,
      });
  }
}

/** Since when access counts as added lately, for the owner who looks for what a thief has added. */
export const addedLatelySince = ({ now }: Context): Date =>
  new Date(now().getTime() - ACCESS_ADDED_LATELY_DAYS * DAY_MS);

/** Names what was added lately and is still there, for e-mails to the owner; empty if there is nothing. */
export async function describeAddedLately(
  ctx: Context,
  uid: string,
  language: Language,
): Promise<string> {
  const since = addedLatelySince(ctx);
  const names: string[] = [];
  for (const access of ctx.accountAccess) {
    const { shown } = access;
    // The owner has just chosen the password and signs in again.
    if (!shown || access.name === "password" || access.name === "session") continue;
    const items = await shown.list(ctx, uid);
    const added = items.filter((item) => item.since !== null && item.since > since);
    const noun = translate(language, shown.noun, {});
    names.push(...added.map(({ name }) => (name === null ? noun : `${noun} (${name})`)));
  }
  return new Intl.ListFormat(language).format(names);
}
