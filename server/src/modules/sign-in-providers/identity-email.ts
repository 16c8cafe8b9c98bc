import { message } from "@commonlane/contract/message";
import { findAccountLanguages, findEmailAddresses } from "#modules/accounts/index.ts";
import type { InTransaction } from "#platform/context.ts";
import { composeEmail } from "#platform/mail/compose-email.ts";
import { findProvider } from "./providers.store.ts";

/** Informs the owner of an account that people can now sign in to it at an institution. */
export async function emailIdentityLinked(ctx: InTransaction, uid: string, providerId: string): Promise<void> {
  const to = (await findEmailAddresses(ctx, [uid])).get(uid);
  const provider = await findProvider(ctx, providerId);
  if (to === undefined || !provider) return;
  const language = (await findAccountLanguages(ctx, [uid]))(uid);
  const email = composeEmail(
    { to, language },
    {
      subject: message("You can now sign in to {community} at your institution"),
      paragraphs: [
        message("Your account is now linked with your account at {provider}. You can sign in there."),
        message("If that wasn't you, unlink it in Settings → Account, choose a new password and sign out everywhere."),
      ],
      values: { community: ctx.community.name, provider: provider.name },
    },
  );
  await ctx.mail.send(ctx, email);
}
