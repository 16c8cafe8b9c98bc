import { type Webhook, type WebhookDelivery, webhooks } from "@commonlane/contract/webhooks";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { endpointQuery } from "#shared/api/endpoint-query.ts";
import { ModerationSection } from "#shared/console/console-ui.tsx";
import { ItemList } from "#shared/console/PagedList.tsx";
import { RemoveDialog } from "#shared/console/RemoveDialog.tsx";
import { useConsoleAction } from "#shared/console/use-console-action.ts";
import { formatUserDateTime } from "#shared/formatting/user-time-zone.ts";
import { Button } from "#shared/ui/Button.tsx";
import { cx } from "#shared/ui/cx.ts";
import { Pill } from "#shared/ui/Pill.tsx";
import { NewWebhook } from "./NewWebhook.tsx";
import { useDeliveryStatusLabels, useWebhookTypeLabels } from "./webhook-labels.ts";

const webhooksQuery = endpointQuery(webhooks.list, {}, { staleTime: 0 });

/** Programs that are notified of changes: whether they answer, what was sent, and sending it again. */
export function Webhooks() {
  const { t } = useLingui();
  const query = useQuery(webhooksQuery);
  return (
    <ModerationSection title={t`Webhooks`}>
      <p className="text-ink-2">
        {t`Programs, such as a bot in a chat room, can be told of changes. Of rides and events they learn what visitors see, of ride requests only the link.`}
      </p>
      <ItemList
        isCompact
        query={query}
        items={query.data?.items}
        emptyText={t`No webhook yet. Add one for each program.`}
      >
        {(webhook) => <WebhookRow webhook={webhook} />}
      </ItemList>
      <NewWebhook />
    </ModerationSection>
  );
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { t } = useLingui();
  const labels = useWebhookTypeLabels();
  const [isRemoving, setRemoving] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const { id, name, url, types } = webhook;
  return (
    <div className="grid gap-3 p-4">
      <div className="flex flex-wrap items-start gap-3">
        <div className="grid min-w-0 flex-1 basis-60 gap-1">
          <span className="font-semibold wrap-anywhere">{name}</span>
          <code translate="no" className="text-sm wrap-anywhere">
            {url}
          </code>
          <span className="text-sm text-ink-2">
            {types.map((type) => labels[type]).join(" · ")}
          </span>
          <State webhook={webhook} />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="line"
            size="sm"
            aria-expanded={isOpen}
            aria-label={t`Deliveries to ${name}`}
            onClick={() => setOpen(!isOpen)}
          >
            {t`Deliveries`}
          </Button>
          <Button
            variant="line"
            size="sm"
            aria-label={t`Remove ${name}`}
            onClick={() => setRemoving(true)}
          >
            {t`Remove`}
          </Button>
        </div>
      </div>
      {isOpen && <Deliveries webhookId={id} />}
      {isRemoving && <RemoveWebhookDialog webhook={webhook} onClose={() => setRemoving(false)} />}
    </div>
  );
}

function State({
  webhook: { id, lastDeliveredAt, failingSince, disabledAt },
}: {
  webhook: Webhook;
}) {
  const { t } = useLingui();
  const enable = useConsoleAction(webhooks.enable);
  const deliveredAt = lastDeliveredAt === null ? "" : formatUserDateTime(lastDeliveredAt);
  const failsSince = failingSince === null ? "" : formatUserDateTime(failingSince);
  const endedAt = disabledAt === null ? "" : formatUserDateTime(disabledAt);
  return (
    <>
      <span className="text-sm text-ink-2">
        {lastDeliveredAt === null ? t`Nothing delivered yet` : t`Last delivered on ${deliveredAt}`}
      </span>
      {failingSince !== null && disabledAt === null && (
        <Pill tone="warn" icon="alert">{t`Failing since ${failsSince}`}</Pill>
      )}
      {disabledAt !== null && (
        <>
          <Pill tone="bad" icon="alert">{t`Switched off on ${endedAt} after failures`}</Pill>
          <Button
            variant="line"
            size="sm"
            className="justify-self-start"
            busy={enable.isPending}
            onClick={() => enable.mutate({ params: { webhookId: id } })}
          >
            {t`Switch on and repeat what failed`}
          </Button>
        </>
      )}
    </>
  );
}

interface RemoveWebhookDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

function RemoveWebhookDialog({ webhook: { id, name }, onClose }: RemoveWebhookDialogProps) {
  const { t } = useLingui();
  const remove = useConsoleAction(webhooks.remove);
  return (
    <RemoveDialog
      name={name}
      text={t`It is told nothing more. It may keep what it was told.`}
      removing={remove}
      onRemove={() => remove.mutate({ params: { webhookId: id } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

interface DeliveriesProps {
  readonly webhookId: string;
}

/** The latest deliveries of a webhook, each of which can be sent again. */
function Deliveries({ webhookId }: DeliveriesProps) {
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
