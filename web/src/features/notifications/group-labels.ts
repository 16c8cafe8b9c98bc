import type { NotificationGroup } from "@commonlane/contract/notifications";
import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";

/** Names and descriptions of the notification groups. */
export const groupLabels: Record<
  NotificationGroup,
  { name: MessageDescriptor; hint: MessageDescriptor }
> = {
  requests: {
    name: msg`Requests and offers`,
    hint: msg`Someone requests or books a seat, or offers you a ride.`,
  },
  answers: {
    name: msg`Answers`,
    hint: msg`Your request or offer was accepted, declined or expired.`,
  },
  changes: {
    name: msg`Changes`,
    hint: msg`A ride changed or someone cancelled.`,
  },
  reminders: {
    name: msg`Reminders`,
    hint: msg`A ride leaves soon, or someone is waiting for your answer.`,
  },
  alerts: {
    name: msg`Alerts`,
    hint: msg`A new ride or request matches your search.`,
  },
  messages: {
    name: msg`Messages`,
    hint: msg`Someone sent you a message.`,
  },
};
