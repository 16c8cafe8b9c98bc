import type { NotificationGroup } from "@commonlane/contract/notifications";
import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";

/** What a group of notices is called, and what is in it. */
export const groupLabels: Record<NotificationGroup, { name: MessageDescriptor; hint: MessageDescriptor }> = {
  requests: { name: msg`Requests and offers`, hint: msg`Somebody asks for a seat, books one, or offers you a ride.` },
  answers: { name: msg`Answers`, hint: msg`What you asked or offered was accepted, declined, or ran out.` },
  changes: { name: msg`Changes`, hint: msg`A ride changed, or somebody cancelled.` },
  reminders: { name: msg`Reminders`, hint: msg`A ride is about to leave, or somebody waits for your answer.` },
  alerts: { name: msg`Alerts`, hint: msg`A ride or a request fits what you look for.` },
  messages: { name: msg`Messages`, hint: msg`Somebody wrote to you.` },
};
