import { message } from "@commonlane/contract/message";
import { siteUrl } from "#modules/accounts/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { createSecret, hashSecret } from "#platform/hashes.ts";
import type { Sweep } from "#platform/jobs/sweeps.ts";
import { composeEmail } from "#platform/mail/compose-email.ts";
import {
  claimUninvited,
  deleteExpired,
  recordInvitation,
  type WaitingMember,
} from "./member-imports.store.ts";

const INVITATIONS_PER_MINUTE = 50;

/** What is stored of the link that deletes the data. */
export const hashRemovalToken = (token: string): string => hashSecret("imported-data", token);

export const memberImportSweeps: readonly Sweep[] = [
  {
    name: "imported-member.invited",
    everyS: 60,
    run: sendInvitations,
  },
  { name: "imported-member.expired", everyS: 3600, run: deleteExpired },
];

async function sendInvitations(ctx: InTransaction): Promise<void> {
  for (const member of await claimUninvited(ctx, INVITATIONS_PER_MINUTE)) {
    const token = createSecret();
    await recordInvitation(ctx, member.email_hash, hashRemovalToken(token));
    await ctx.mail.send(ctx, invitationEmail(ctx, member, token));
  }
}

function invitationEmail({ community, settings }: Context, member: WaitingMember, token: string) {
  const site = siteUrl(settings);
  return composeEmail(
    {
      to: member.email,
      language: community.language,
    },
    {
      subject: message("{platform} is moving to {community}"),
      paragraphs: [
        message(
          "{community} has got your profile, vehicles and recurring rides from {platform}. Create an account with this e-mail address, or sign in if you have one, and choose what to take over. Until then no other member sees it.",
        ),
        message("If you do nothing, it is deleted after 90 days. To delete it now, open {url}"),
      ],
      action: {
        label: message("Create an account"),
        url: `${site}/register`,
      },
      values: {
        community: community.name,
        platform: member.platform,
        url: `${site}/delete-imported-data?token=${token}`,
      },
    },
  );
}
