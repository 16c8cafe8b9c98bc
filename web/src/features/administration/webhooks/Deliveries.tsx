import { type WebhookDelivery, webhooks } from "@commonlane/contract/webhooks";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { endpointQuery } from "#shared/api/endpoint-query.ts";
import { formatUserDateTime } from "#shared/formatting/user-time-zone.ts";
import { Button } from "#shared/ui/Button.tsx";
import { cx } from "#shared/ui/cx.ts";
import { ItemList } from "#shared/console/PagedList.tsx";
import { useDeliveryStatusLabels, useWebhookTypeLabels } from "./webhook-labels.ts";
import { useConsoleAction } from "#shared/console/use-console-action.ts";

interface DeliveriesProps {
  readonly webhookId: string;
}

/** The latest deliveries of a webhook, each of which can be sent again. */
export function Deliveries({ webhookId }: DeliveriesProps) {
  const { t } = useLingui();
  const query = useQuery(
    endpointQuery(webhooks.deliveries, { params: { webhookId } }, { staleTime: 0 }),
  );
  return (
    <ItemList
      isCompact
      query={query}
      items={query.data?.items}
      emptyText={t`Nothing in the last 14 days.`}
    >
      {(delivery) => <DeliveryRow webhookId={webhookId} delivery={delivery} />}
    </ItemList>
  );
}

interface DeliveryRowProps extends DeliveriesProps {
  readonly delivery: WebhookDelivery;
}

function DeliveryRow({ webhookId, delivery }: DeliveryRowProps) {
  const { t } = useLingui();
  const types = useWebhookTypeLabels();
  const statuses = useDeliveryStatusLabels();
  const replay = useConsoleAction(webhooks.replay);
  const { id, type, status, attempts, lastStatus } = delivery;
  const createdAt = formatUserDateTime(delivery.createdAt);
  const isTried = attempts > 0 && status !== "dropped";
  const reply = lastStatus === null ? t`no reply` : t`reply ${lastStatus}`;
  const details = isTried ? `${statuses[status]} · ${reply}` : statuses[status];
  return (
    <div className="flex items-center gap-3 p-3">
      <div className="grid min-w-0 flex-1">
        <span>{types[type]}</span>
        <span className="text-sm text-ink-2">{createdAt}</span>
        <span
          className={cx("text-sm", status === "failed" ? "font-semibold text-bad" : "text-ink-2")}
        >
          {details}
        </span>
      </div>
      <Button
        variant="ghost"
        size="sm"
        busy={replay.isPending}
        onClick={() =>
          replay.mutate({
            params: {
              webhookId,
              deliveryId: id,
            },
          })
        }
      >
        {t`Send again`}
      </Button>
    </div>
  );
}
