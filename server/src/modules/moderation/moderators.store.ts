import type { Context, InTransaction } from "#platform/context.ts";

/** Roles above members; an administrator may do everything that a moderator may. */
export type Role = "moderator" | "administrator";

/** The role of a user; none while they are suspended. */
export async function findRole({ db }: Context, uid: string): Promise<Role | undefined> {
  const row = await db
    .selectFrom("moderator")
    .innerJoin("account", "account.uid", "moderator.uid")
    .select("role")
    .where("moderator.uid", "=", uid)
    .where("suspended_at", "is", null)
    .executeTakeFirst();
  return row?.role;
}

/** Whether a user may act as a moderator, or as an administrator. */
export async function hasRole(ctx: Context, uid: string, role: Role): Promise<boolean> {
  const held = await findRole(ctx, uid);
  return held === "administrator" || held === role;
}

/** Whether a user has the role of an administrator, also while they are suspended and may not act as one. */
export async function isAdministrator({ db }: Context, uid: string): Promise<boolean> {
  const row = await db
    .selectFrom("moderator")
    .select("uid")
    .where("uid", "=", uid)
    .where("role", "=", "administrator")
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives a role, or raises one; returns false if the user had it, or a higher one, already. */
export async function insertRole(
  { db, now }: InTransaction,
  uid: string,
  role: Role,
): Promise<boolean> {
  const inserted = await db
    .insertInto("moderator")
    .values({
      uid,
      role,
      since: now(),
    })
    .onConflict((conflict) =>
      conflict
        .column("uid")
        .doUpdateSet({ role, since: now() })
        .where("moderator.role", "=", "moderator")
        .where("moderator.role", "<>", role),
    )
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Takes the moderator role away; false if the user has none, or is an administrator. */
export async function deleteModerator({ db }: InTransaction, uid: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom("moderator")
    .where("uid", "=", uid)
    .where("role", "=", "moderator")
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

/**
 * Administrators who can sign in, locked with their accounts until the transaction ends: of two who remove each other or
 * delete their accounts at once, the second sees what the first did.
 */
export async function lockAdministrators({ db }: InTransaction): Promise<string[]> {
  const rows = await db
    .selectFrom("moderator")
    .innerJoin("account", "account.uid", "moderator.uid")
    .select("moderator.uid")
    .where("role", "=", "administrator")
    .where("suspended_at", "is", null)
    .where("deletion_requested_at", "is", null)
    .orderBy("moderator.uid")
    .forUpdate(["moderator", "account"])
    .execute();
  return rows.map(({ uid }) => uid);
}

/** An administrator becomes a moderator; false if the user was none. */
export async function demoteAdministrator(
  { db, now }: InTransaction,
  uid: string,
): Promise<boolean> {
  const demoted = await db
    .updateTable("moderator")
    .set({ role: "moderator", since: now() })
    .where("uid", "=", uid)
    .where("role", "=", "administrator")
    .executeTakeFirst();
  return demoted.numUpdatedRows === 1n;
}

export interface TeamRow {
  readonly uid: string;
  readonly email: string;
  readonly role: Role;
  readonly since: Date;
}

/** Administrators first, then moderators, each by time. */
export function findTeam({ db }: Context): Promise<TeamRow[]> {
  return db
    .selectFrom("moderator")
    .innerJoin("account", "account.uid", "moderator.uid")
    .select(["moderator.uid", "email", "role", "since"])
    .orderBy("role")
    .orderBy("since")
    .execute();
}

/** Numbers of administrators, and of moderators besides them. */
export async function countTeam(ctx: Context): Promise<{
  administrators: number;
  moderators: number;
}> {
  const team = await findTeam(ctx);
  const administrators = team.filter(({ role }) => role === "administrator").length;
  return {
    administrators,
    moderators: team.length - administrators,
  };
}
