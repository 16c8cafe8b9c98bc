import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { translatable } from "./message.ts";
import { filledText, Id, SuccessReply } from "./shapes.ts";

export const WEBHOOKS_MAX = 20;

/** Events that a webhook can receive. Rides and events have the content of their public pages; requests only a link. */
export const WEBHOOK_TYPES = [
  "ride.listed",
  "ride.changed",
  "ride.withdrawn",
  "request.posted",
  "request.closed",
  "event.published",
  "event.changed",
  "event.withdrawn",
] as const;
export const WebhookType = z.enum(WEBHOOK_TYPES);
export type WebhookType = z.infer<typeof WebhookType>;

/** An address to which changes are sent. */
export const Webhook = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  types: z.array(WebhookType),
  createdAt: z.iso.datetime(),
  lastDeliveredAt: z.nullable(z.iso.datetime()),
  /** Since when no delivery has succeeded; null if the latest one did. */
  failingSince: z.nullable(z.iso.datetime()),
  /** When it was disabled because of failures; nothing is sent until an administrator enables it again. */
  disabledAt: z.nullable(z.iso.datetime()),
});
export type Webhook = z.infer<typeof Webhook>;

/** `dropped`: what it was about may no longer leave. */
export const DeliveryStatus = z.enum(["waiting", "delivered", "failed", "dropped"]);

export const WebhookDelivery = z.object({
  id: Id,
  type: WebhookType,
  /** Id of the ride, request or event. */
  aboutId: Id,
  createdAt: z.iso.datetime(),
  status: DeliveryStatus,
  attempts: z.int(),
  /** HTTP status of the latest attempt; null if there was no reply. */
  lastStatus: z.nullable(z.int()),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const NewWebhook = z.object({
  name: filledText(60),
  url: z
    .url({
      protocol: /^https?$/,
      error: translatable("Enter an address that starts with https://."),
    })
    .check(z.maxLength(500)),
  types: z
    .array(WebhookType)
    .check(z.minLength(1, translatable("Choose at least one.")), z.maxLength(WEBHOOK_TYPES.length)),
});
export type NewWebhook = z.output<typeof NewWebhook>;

const WebhookParams = z.object({ webhookId: Id });

/** Management of webhooks. Changes are recorded in the audit log. */
export const webhooks = {
  list: endpoint({
    summary: "List the webhooks, and whether they work",
    method: "GET",
    path: "/administration/webhooks",
    access: "administrator",
    reply: z.object({ items: z.array(Webhook) }),
  }),
  add: endpoint({
    summary: "Add a webhook; only this reply has the secret of its signatures",
    description:
      "Deliveries follow Standard Webhooks: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`, and a body with `type`, `timestamp` and `data`. A reply that is not 2xx is repeated for about nine hours, first after 30 s; 410 disables the webhook.",
    method: "POST",
    path: "/administration/webhooks",
    access: "administrator",
    confirmed: true,
    loggedByHandler: true,
    body: NewWebhook,
    reply: z.extend(Webhook, { secret: z.string() }),
    status: 201,
    problems: ["invalid_input"],
  }),
  remove: endpoint({
    summary: "Remove a webhook with its deliveries",
    method: "DELETE",
    path: "/administration/webhooks/:webhookId",
    access: "administrator",
    confirmed: true,
    params: WebhookParams,
    reply: SuccessReply,
    problems: ["not_found"],
  }),
  enable: endpoint({
    summary: "Enable a webhook again, and repeat what failed",
    method: "POST",
    path: "/administration/webhooks/:webhookId/enable",
    access: "administrator",
    params: WebhookParams,
    reply: Webhook,
    problems: ["not_found"],
  }),
  deliveries: endpoint({
    summary: "List the latest 50 deliveries of a webhook",
    method: "GET",
    path: "/administration/webhooks/:webhookId/deliveries",
    access: "administrator",
    params: WebhookParams,
    reply: z.object({ items: z.array(WebhookDelivery) }),
    problems: ["not_found"],
  }),
  replay: endpoint({
    summary: "Send a delivery again, with what may leave now",
    method: "POST",
    path: "/administration/webhooks/:webhookId/deliveries/:deliveryId/replay",
    access: "administrator",
    params: z.object({
      webhookId: Id,
      deliveryId: Id,
    }),
    reply: SuccessReply,
    problems: ["not_found"],
  }),
};
