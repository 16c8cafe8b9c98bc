import { translatable } from "@commonlane/contract/message";
import {
  type MarkChange,
  type MarkDefinition,
  TRUST_MARKS_MAX,
} from "@commonlane/contract/mark-administration";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import {
  type CountedMark,
  deleteMark,
  findMarks,
  findUnknownProviders,
  insertMark,
  lockMark,
  lockMarks,
  type MarkRow,
  type MarkValues,
  updateMark,
} from "./definitions.store.ts";
import { deleteGrantsOfMark, deleteGrantsWithoutRule } from "./grants.store.ts";
import { announceLost } from "./grants.ts";
import { grantMissingEmailMarks } from "./sweeps.ts";

/** Writes an entry of the audit log in the transaction of the action. */
export type RecordAction = (
  ctx: InTransaction,
  byUid: string,
  action: {
    call: string;
    aboutId?: string;
    details: Record<string, unknown>;
  },
) => Promise<void>;

const MARKS_ENOUGH = translatable("There are 50 trust marks. Please remove one first.");
const NO_PROVIDER = translatable("There is no such institution.");

export async function listMarks(ctx: Context): Promise<{ items: MarkDefinition[] }> {
  return {
    items: (await findMarks(ctx)).map(viewMark),
  };
}

/** Adds a mark. Members whose addresses give it gain it at once, the rest of many soon. Throws invalid_input. */
export function addMark(
  ctx: Context,
  byUid: string,
  change: MarkChange,
  record: RecordAction,
): Promise<MarkDefinition> {
  return transaction(ctx, async (ctx) => {
    await lockMarks(ctx);
    if ((await findMarks(ctx)).length >= TRUST_MARKS_MAX)
      throw new Problem("invalid_input", { message: MARKS_ENOUGH });
    await assertProvidersExist(ctx, change);
    const row = await insertMark(ctx, toValues(ctx, change));
    await record(ctx, byUid, {
      call: "markAdministration.add",
      details: describeChange(undefined, row),
    });
    await grantMissingEmailMarks(ctx);
    return findDefinition(ctx, row.id);
  });
}

/**
 * Changes a mark and withdraws it where none of its rules gives it any more. A rule that changes its values counts from
 * the next sign-in. Throws not_found or invalid_input.
 */
export function changeMark(
  ctx: Context,
  {
    byUid,
    id,
    change,
  }: {
    byUid: string;
    id: string;
    change: MarkChange;
  },
  record: RecordAction,
): Promise<MarkDefinition> {
  return transaction(ctx, async (ctx) => {
    const before = await lockMark(ctx, id);
    if (!before) throw new Problem("not_found");
    await assertProvidersExist(ctx, change);
    const values = toValues(ctx, change);
    await updateMark(ctx, id, values);
    const details = describeChange(before, {
      id,
      ...values,
    });
    if (Object.keys(details).length > 0)
      await record(ctx, byUid, {
        call: "markAdministration.change",
        details: { mark: change.name, ...details },
      });
    announceLost(ctx, await deleteGrantsWithoutRule(ctx, id));
    await grantMissingEmailMarks(ctx);
    return findDefinition(ctx, id);
  });
}

/** Removes a mark from everyone. Throws not_found. */
export function removeMark(
  ctx: Context,
  { byUid, id }: { byUid: string; id: string },
  record: RecordAction,
): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const removed = await lockMark(ctx, id);
    if (!removed) throw new Problem("not_found");
    announceLost(ctx, await deleteGrantsOfMark(ctx, id));
    await deleteMark(ctx, id);
    await record(ctx, byUid, {
      call: "markAdministration.remove",
      details: { mark: removed.name },
    });
  });
}

async function findDefinition(ctx: Context, id: string): Promise<MarkDefinition> {
  const row = (await findMarks(ctx)).find((mark) => mark.id === id);
  if (!row) throw new Error("A mark that was just saved is missing.");
  return viewMark(row);
}

const viewMark = (row: CountedMark): MarkDefinition => ({
  id: row.id,
  name: row.name,
  meaning: row.meaning,
  emailDomains: row.email_domains,
  claimRules: row.claim_rules,
  byTeam: row.by_team,
  lifetimeDays: row.lifetime_days,
  holders: row.holders,
});

const toValues = ({ now }: Context, change: MarkChange): MarkValues => ({
  name: change.name,
  meaning: change.meaning,
  email_domains: [...new Set(change.emailDomains)],
  claim_rules: change.claimRules,
  by_team: change.byTeam,
  lifetime_days: change.lifetimeDays,
  changed_at: now(),
});

async function assertProvidersExist(ctx: Context, { claimRules }: MarkChange): Promise<void> {
  const unknown = await findUnknownProviders(
    ctx,
    claimRules.map(({ providerId }) => providerId),
  );
  const fields = claimRules.flatMap(({ providerId }, n) =>
    unknown.includes(providerId) ? [[`claimRules.${n}.providerId`, NO_PROVIDER] as const] : [],
  );
  if (fields.length > 0) throw new Problem("invalid_input", { fields: Object.fromEntries(fields) });
}

const LOGGED = [
  "name",
  "meaning",
  "email_domains",
  "claim_rules",
  "by_team",
  "lifetime_days",
] as const;

/** Old and new values of what changed, for the audit log. */
function describeChange(before: MarkRow | undefined, after: MarkRow): Record<string, string> {
  const text = (row: MarkRow, name: (typeof LOGGED)[number]) =>
    typeof row[name] === "object" ? JSON.stringify(row[name]) : String(row[name]);
  return Object.fromEntries(
    LOGGED.filter((name) => !before || text(before, name) !== text(after, name)).map((name) => [
      name,
      `${before ? text(before, name) : "none"} → ${text(after, name)}`,
    ]),
  );
}
