import type { TeamMember, TeamRole } from "@commonlane/contract/administration";
import {
  message,
  type Message,
  type MessageValues,
  translatable,
} from "@commonlane/contract/message";
import { findAccountLanguages, findEmailAddresses } from "#modules/accounts/index.ts";
import { findAccountByEmailOrUid } from "#modules/reports/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { composeEmail } from "#platform/mail/compose-email.ts";
import type { MailRoute } from "#platform/mail/mailer.ts";
import { recordTeamAction } from "./audit-log.ts";
import { findModeratedPeople } from "./moderated-people.store.ts";
import {
  deleteModerator,
  demoteAdministrator,
  findTeam,
  hasRole,
  insertRole,
  lockAdministrators,
} from "./moderators.store.ts";

const NO_ACCOUNT = translatable("There is no account with this e-mail address.");
const CALLS = {
  grant: "moderation.grantRole",
  revoke: "moderation.revokeRole",
};

/** Administrators and moderators. */
export async function listTeam(ctx: Context): Promise<{ items: TeamMember[] }> {
  const rows = await findTeam(ctx);
  const people = await findModeratedPeople(
    ctx,
    rows.map(({ uid }) => uid),
  );
  return {
    items: rows.flatMap(({ uid, role, since }) => {
      const person = people.get(uid);
      return person
        ? [
            {
              person,
              role,
              since: since.toISOString(),
            },
          ]
        : [];
    }),
  };
}

/**
 * Sets the role of a user, effective from their next call, with an entry in the audit log. Throws not_found or
 * last_administrator.
 */
export function setRole(
  ctx: Context,
  byUid: string,
  email: string,
  role: TeamRole,
): Promise<{ items: TeamMember[] }> {
  return transaction(ctx, async (ctx) => {
    const account = await findAccountByEmailOrUid(ctx, email);
    if (!account)
      throw new Problem("not_found", {
        message: NO_ACCOUNT,
        fields: { email: NO_ACCOUNT },
      });
    const wasAdministrator = await hasRole(ctx, account.uid, "administrator");
    if (await changeRole(ctx, account.uid, role)) {
      await recordTeamAction(ctx, byUid, {
        call: role === "member" ? CALLS.revoke : CALLS.grant,
        aboutId: account.uid,
        details: { role },
      });
      await emailTeamChange(ctx, {
        ...account,
        byUid,
        role,
        wasAdministrator,
      });
    }
    return listTeam(ctx);
  });
}

interface RoleChange {
  readonly byUid: string;
  readonly uid: string;
  readonly email: string;
  readonly role: TeamRole;
  readonly wasAdministrator: boolean;
}

/** E-mails all administrators, and those who become or were one, that a role was given or taken away. */
function emailTeamChange(
  ctx: InTransaction,
  { byUid, uid, email, role, wasAdministrator }: RoleChange,
): Promise<void> {
  const also = wasAdministrator || role === "administrator" ? [uid] : [];
  return emailAdministrators(ctx, {
    byUid,
    what: ROLE_GIVEN[role],
    values: { person: email },
    also,
  });
}

const ROLE_GIVEN = {
  administrator: message("{person} is an administrator now.", {
    comment: "{person} is an e-mail address.",
  }),
  moderator: message("{person} is a moderator now, and not an administrator.", {
    comment: "{person} is an e-mail address.",
  }),
  member: message("{person} is neither an administrator nor a moderator any more.", {
    comment: "{person} is an e-mail address.",
  }),
} as const;

/** Returns false if the user had exactly this role. Throws last_administrator. */
export async function changeRole(
  ctx: InTransaction,
  uid: string,
  role: TeamRole,
): Promise<boolean> {
  if (role === "administrator") return insertRole(ctx, uid, role);
  await assertNotLastAdministrator(ctx, uid);
  const demoted = await demoteAdministrator(ctx, uid);
  if (role === "moderator") return demoted || insertRole(ctx, uid, role);
  return deleteModerator(ctx, uid);
}

/** Throws last_administrator for the only administrator who can sign in, and locks the role until the commit. */
export async function assertNotLastAdministrator(ctx: InTransaction, uid: string): Promise<void> {
  const administrators = await lockAdministrators(ctx);
  if (administrators.length === 1 && administrators[0] === uid)
    throw new Problem("last_administrator");
}

/** The administrator created by the first set-up. */
export async function appointFirstAdministrator(ctx: InTransaction, uid: string): Promise<void> {
  await insertRole(ctx, uid, "administrator");
  await recordTeamAction(ctx, uid, {
    call: "administration.setUp",
    aboutId: uid,
    details: { role: "administrator" },
  });
}

interface TeamChange<Text extends string> {
  /** The administrator. */
  readonly byUid: string;
  readonly what: Message<Text>;
  readonly values: MessageValues<Text>;
  /** Administrators who had the role before the change, or get it by the change. */
  readonly also?: readonly string[];
  /** Mail servers to send it through; the present one by default. */
  readonly through?: readonly MailRoute[];
}

/**
 * E-mails all administrators that someone changed who leads, who gets in, or where mail goes, in the transaction of the
 * change. A thief who has taken over one of them cannot do it unnoticed.
 */
export async function emailAdministrators<Text extends string>(
  ctx: InTransaction,
  { byUid, what, values, also = [], through }: TeamChange<Text>,
): Promise<void> {
  const team = await findTeam(ctx);
  const administrators = team.filter(({ role }) => role === "administrator").map(({ uid }) => uid);
  const uids = [...new Set([...administrators, ...also])];
  const addresses = await findEmailAddresses(ctx, uids);
  // An administrator who has just stepped down is among the others.
  const by = team.find(({ uid }) => uid === byUid)?.email ?? addresses.get(byUid) ?? byUid;
  const languageOf = await findAccountLanguages(ctx, uids);

  const paragraphs: readonly Message[] = [what, BY_ADMINISTRATOR, IF_UNKNOWN];
  const allValues: Record<string, string | number> = {
    community: ctx.community.name,
    by,
  };
  Object.assign(allValues, values);
  const emails = [...addresses].map(([uid, to]) =>
    composeEmail(
      { to, language: languageOf(uid) },
      {
        subject: message("The administration of {community} was changed"),
        paragraphs,
        values: allValues,
      },
    ),
  );
  if (!through) return ctx.mail.send(ctx, ...emails);
  const routed = through.flatMap((route) =>
    emails.map((email) => ({
      ...email,
      through: route,
    })),
  );
  await ctx.mail.send(ctx, ...routed);
}

const BY_ADMINISTRATOR = message("It was done by {by}.", {
  comment: "{by} is the e-mail address of an administrator.",
});
const IF_UNKNOWN = message(
  "If you don't know about this, someone may have taken over an account: look at the log in the moderation console, and ask the other administrators.",
);
