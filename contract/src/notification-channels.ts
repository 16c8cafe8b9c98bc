import { translatable } from "./message.ts";
import * as z from "zod/mini";
import { DAY_MS } from "./durations.ts";
import { endpoint } from "./endpoint.ts";
import type { Language } from "./languages.ts";
import { Notification, NotificationChannel, NotificationGroup } from "./notifications.ts";
import { SuccessReply, Id, TimeZone } from "./shapes.ts";

/**
 * The service worker that shows push messages. Path and scope must never change: browsers identify subscriptions by
 * them.
 */
export const PUSH_WORKER = {
  path: "/push-worker.js",
  scope: "/push/",
} as const;
/** Specification, section 9: age at which a browser's token is stored again. */
export const PUSH_TOKEN_REFRESHED_AFTER_MS = 7 * DAY_MS;
/** Specification, section 9: timeout of the push library. */
export const PUSH_TIMEOUT_MS = 15_000;

const Endpoint = z.url({ protocol: /^https$/ }).check(z.maxLength(1000));

/** Push subscription of a browser; the "token" of the specification. */
export const PushSubscriptionInput = z.object({
  endpoint: Endpoint,
  keys: z.object({
    p256dh: z.string().check(z.regex(/^[\w-]{87}=?$/)),
    auth: z.string().check(z.regex(/^[\w-]{22}={0,2}$/)),
  }),
  /** Former endpoint of the same browser. */
  replaces: z.optional(Endpoint),
});
export type PushSubscriptionInput = z.output<typeof PushSubscriptionInput>;

/** A browser that receives push messages. */
export const PushDevice = z.object({
  id: Id,
  /** Coarse description, such as "Chrome on Linux". */
  device: z.nullable(z.string()),
  /** Belongs to the session that makes this call. */
  current: z.boolean(),
  refreshedAt: z.iso.datetime(),
  /** Time of the last message that the push service accepted. */
  pushedAt: z.nullable(z.iso.datetime()),
  /** Why the last message failed, for the user. */
  failure: z.nullable(z.string()),
});
export type PushDevice = z.infer<typeof PushDevice>;

/** Payload of a push message, shown by the service worker. */
export interface PushedNotification {
  readonly title: string;
  readonly text: string;
  /** Of title and text. */
  readonly language: Language;
  readonly direction: "ltr" | "rtl";
  readonly path: string;
  /** A later message with the same tag replaces this one. */
  readonly tag: string;
  /** Sent back to confirm the delivery. */
  readonly batchId: string;
  /** Unread notifications and messages, for the badge of the installed app. */
  readonly unread: number;
}

const TimeOfDay = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/));
/** Hours in which only urgent notifications are sent; `until` may be on the next day. */
export const QuietHours = z
  .object({
    from: TimeOfDay,
    until: TimeOfDay,
    timeZone: TimeZone,
  })
  .check(
    z.refine(({ from, until }) => from !== until, {
      path: ["until"],
      message: translatable("Quiet hours can't start and end at the same time."),
    }),
  );
export type QuietHours = z.infer<typeof QuietHours>;

const Channels = z.object({
  push: z.boolean(),
  email: z.boolean(),
});
const ChannelsChange = z.optional(z.exactPartial(Channels));

export const NotificationSettings = z.object({
  channels: z.object({
    requests: Channels,
    answers: Channels,
    changes: Channels,
    reminders: Channels,
    alerts: Channels,
    messages: Channels,
  }),
  quietHours: z.nullable(QuietHours),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

export const NotificationSettingsChange = z.object({
  channels: z.optional(
    z.object({
      requests: ChannelsChange,
      answers: ChannelsChange,
      changes: ChannelsChange,
      reminders: ChannelsChange,
      alerts: ChannelsChange,
      messages: ChannelsChange,
    }),
  ),
  quietHours: z.optional(z.nullable(QuietHours)),
});
export type NotificationSettingsChange = z.output<typeof NotificationSettingsChange>;

const UnsubscribeToken = z.string().check(z.minLength(1), z.maxLength(300));

/** Channels of notifications outside the app, and their settings. */
export const notificationChannels = {
  pushKey: endpoint({
    summary: "Get the public key for push subscriptions",
    method: "GET",
    path: "/notifications/push-key",
    access: "signed-in",
    reply: z.object({ publicKey: z.string() }),
  }),
  devices: endpoint({
    summary: "List the caller's push subscriptions, newest first",
    method: "GET",
    path: "/notifications/devices",
    access: "signed-in",
    reply: z.object({ items: z.array(PushDevice) }),
  }),
  /** Subscriptions of signed-out sessions are deleted automatically. */
  subscribe: endpoint({
    summary: "Create or refresh this browser's push subscription",
    method: "PUT",
    path: "/notifications/devices",
    access: "signed-in",
    body: PushSubscriptionInput,
    reply: PushDevice,
    limits: [{ by: "account", count: 60, perS: 3600 }],
  }),
  unsubscribe: endpoint({
    summary: "Remove this browser's push subscription",
    method: "DELETE",
    path: "/notifications/devices",
    access: "signed-in",
    body: z.object({ endpoint: Endpoint }),
    reply: SuccessReply,
  }),
  /** The batch id proves that the caller has decrypted the message. */
  received: endpoint({
    summary: "Confirm that a push message was received",
    method: "POST",
    path: "/notifications/received",
    access: "public",
    body: z.object({ batchId: Id }),
    reply: SuccessReply,
    limits: [{ by: "address", count: 600, perS: 60 }],
  }),
  settings: endpoint({
    summary: "Get the notification settings",
    method: "GET",
    path: "/notifications/settings",
    access: "signed-in",
    reply: NotificationSettings,
  }),
  changeSettings: endpoint({
    summary: "Change the notification settings; omitted ones stay unchanged",
    method: "PUT",
    path: "/notifications/settings",
    access: "signed-in",
    body: NotificationSettingsChange,
    reply: NotificationSettings,
  }),
  test: endpoint({
    summary: "Send the caller a test notification on one channel",
    method: "POST",
    path: "/notifications/test",
    access: "signed-in",
    body: z.object({ channel: NotificationChannel }),
    reply: Notification,
    status: 201,
    limits: [{ by: "account", count: 20, perS: 3600 }],
  }),
  /** RFC 8058: mail programs post `List-Unsubscribe=One-Click` as a form; the URL alone identifies the recipient. */
  unsubscribeEmails: endpoint({
    summary: "Unsubscribe from a kind of e-mail with its token, without signing in",
    method: "POST",
    path: "/notifications/unsubscribe",
    access: "public",
    query: z.object({ token: UnsubscribeToken }),
    upload: {
      types: ["application/x-www-form-urlencoded", "multipart/form-data"],
      maxBytes: 4096,
      unsupportedTypeProblem: "not_a_form",
      tooLargeProblem: "body_too_large",
    },
    reply: z.object({
      success: z.boolean(),
      group: z.nullable(NotificationGroup),
    }),
    limits: [{ by: "address", count: 60, perS: 60 }],
    problems: ["link_over"],
  }),
};
