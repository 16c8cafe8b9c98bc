import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { communitySettings } from "#shared/community-settings.ts";

/** How long what is kept of people is kept, with the periods that this server really holds to. */
export function listRetentionPeriods(): MessageDescriptor[] {
  const { grace, dormant, dormantGrace, exports, messages, notices, accountEvents, reports } =
    communitySettings.retentionDays;
  return [
    msg`Codes sent by e-mail are void after ten minutes. Your live position is gone as soon as you are no longer active.`,
    msg`Rides, requests and ratings are kept while your account exists, because ratings and reliability are worked out from them.`,
    messages === 0
      ? msg`Messages are kept while your account exists.`
      : msg`Messages are deleted ${messages} days after the last one in a conversation.`,
    msg`What you were told is kept for ${notices} days, sign-ins and changes of your account for ${accountEvents} days, files of your data for ${exports} days, and settled reports for ${reports} days.`,
    msg`When you delete your account, you are met by nobody from that moment on, and can come back by signing in for ${grace} days. After that everything that you wrote is deleted; what other members need for their own records remains and names a former member.`,
    ...(dormant === 0
      ? []
      : [
          msg`An account that nobody used for ${dormant} days is deleted ${dormantGrace} days after a letter that says so. Signing in keeps it.`,
        ]),
  ];
}
