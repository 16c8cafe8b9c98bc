import { type Message, message, type MessageValues } from "@commonlane/contract/message";
import { findAccountLanguages, findEmailAddresses } from "#modules/accounts/index.ts";
import type { InTransaction } from "#platform/context.ts";
import { composeEmail } from "#platform/mail/compose-email.ts";
import type { MailRoute } from "#platform/mail/mailer.ts";
import { findTeam } from "./moderators.store.ts";

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
