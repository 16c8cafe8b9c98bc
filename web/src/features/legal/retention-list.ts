import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { communitySettings } from "#shared/community-settings.ts";

/** Retention periods of personal data, taken from the settings of this server. */
export function listRetentionPeriods(): MessageDescriptor[] {
  const { grace, dormant, dormantGrace, exports, messages, notices, accountEvents, reports } =
    communitySettings.retentionDays;
  return [
    msg`Codes sent by e-mail expire after an hour at most. Your live position is deleted as soon as you go offline.`,
    msg`Rides, requests and ratings are kept while your account exists, because ratings and reliability are calculated from them.`,
    messages === 0
      ? msg`Messages are kept while your account exists.`
      : msg`Messages are deleted ${messages} days after the last one in a conversation.`,
    msg`Notifications are kept for ${notices} days, sign-ins and account changes for ${accountEvents} days, exports of your data for ${exports} days, and resolved reports for ${reports} days.`,
    msg`When you delete your account, other members can no longer see you. For ${grace} days, you can restore it by signing in. After that, everything you wrote is deleted. What other members need for their own records stays, under the name “former member”.`,
    ...(dormant === 0
      ? []
      : [
          msg`An account that has not been used for ${dormant} days is deleted ${dormantGrace} days after we announce it by e-mail. Signing in keeps it.`,
        ]),
  ];
}
