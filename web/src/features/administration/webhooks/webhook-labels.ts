import type { WebhookDelivery, WebhookType } from "@commonlane/contract/webhooks";
import { useLingui } from "@lingui/react/macro";

/** Changes that webhooks are notified of. */
export function useWebhookTypeLabels(): Readonly<Record<WebhookType, string>> {
  const { t } = useLingui();
  return {
    "ride.listed": t`New ride`,
    "ride.changed": t`Changed ride`,
    "ride.withdrawn": t`Ride no longer offered`,
    "request.posted": t`New ride request`,
    "request.closed": t`Ride request closed`,
    "event.published": t`New event`,
    "event.changed": t`Changed event`,
    "event.withdrawn": t`Event cancelled or hidden`,
  };
}

export function useDeliveryStatusLabels(): Readonly<Record<WebhookDelivery["status"], string>> {
  const { t } = useLingui();
  return {
    waiting: t({
      message: "Waiting",
      context: "of a message to a program",
    }),
    delivered: t`Delivered`,
    failed: t({
      message: "Failed",
      context: "of a message to a program",
    }),
    dropped: t`Not sent, because it may no longer leave`,
  };
}
