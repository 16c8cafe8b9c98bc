import { message } from "@commonlane/contract/message";
import { emailOwner } from "#platform/account-access/owner-emails.ts";
import type { InTransaction } from "#platform/context.ts";
import { composeEmail } from "#platform/mail/compose-email.ts";
import { findProvider } from "./providers.store.ts";

/** Informs the owner of an account that people can now sign in to it at an institution. */
export async function emailIdentityLinked(
  ctx: InTransaction,
  uid: string,
  providerId: string,
): Promise<void> {
  const provider = await findProvider(ctx, providerId);
  if (!provider) return;
  await emailOwner(ctx, uid, (recipient) =>
    composeEmail(recipient, {
      subject: message("You can now sign in to {community} at your institution"),
      paragraphs: [
        message(
          "Your account is now linked with your account at {provider}. You can sign in there.",
        ),
        message(
          "If that wasn't you, unlink it in Settings → Account, choose a new password and sign out everywhere.",
        ),
      ],
      values: {
        community: ctx.community.name,
        provider: provider.name,
      },
    }),
  );
}
