import type { Language } from "@commonlane/contract/languages";
import { translatable } from "@commonlane/contract/message";
import type { Notification } from "@commonlane/contract/notifications";
import { loadTownNames } from "#modules/places/index.ts";
import { findPublicPeople } from "#modules/profiles/index.ts";
import type { Context } from "#platform/context.ts";
import { type DeliveryRow, findDeliveries, type NotificationRow } from "./notifications.store.ts";
import type { TextContext } from "./templates/template-values.ts";
import { renderNotification } from "./templates/templates.ts";
import { describeReason } from "./delivery/delivery-policy.ts";

/** Maps notifications to API objects, with the texts in the reader's language and the current names of users. */
export async function viewNotifications(
  ctx: Context,
  rows: readonly NotificationRow[],
  language: Language,
  contextOf: (row: NotificationRow) => TextContext | undefined = () => undefined,
): Promise<Notification[]> {
  const uids = rows.flatMap(({ person_id }) => person_id ?? []);
  const people = await findPublicPeople(ctx, uids);
  const deliveries = await findDeliveries(
    ctx,
    rows.map(({ id }) => id),
  );
  const { translateLabel } = await loadTownNames(ctx);
  return rows.map((row) => {
    const details = translatePlaces(row.details, (label) => translateLabel({ label }, language));
    const person = (row.person_id !== null && people.get(row.person_id)) || null;
    return {
      id: row.id,
      kind: row.kind,
      ...renderNotification(language, row.kind, details, person?.displayName, contextOf(row)),
      path: row.path,
      person,
      createdAt: row.created_at.toISOString(),
      readAt: row.read_at?.toISOString() ?? null,
      deliveries: addSkippedPush(
        row,
        deliveries.filter(({ notification_id }) => notification_id === row.id),
      ).map((delivery) => viewDelivery(delivery, language)),
    };
  });
}

/** The details with their places, which are stored as labels without positions, in the reader's language. */
const translatePlaces = (
  { from, to, ...details }: NotificationRow["details"],
  translate: (label: string) => string,
): NotificationRow["details"] => ({
  ...details,
  ...(from !== undefined && { from: translate(from) }),
  ...(to !== undefined && { to: translate(to) }),
});

type ViewedDelivery = Pick<DeliveryRow, "channel" | "state" | "reason" | "changed_at">;

/** Pushes to users without a browser are not stored. A test uses one channel only. */
function addSkippedPush(
  { kind, created_at }: NotificationRow,
  stored: readonly DeliveryRow[],
): ViewedDelivery[] {
  const isTestOfEmail = kind === "notification.tested" && stored.length > 0;
  if (isTestOfEmail || stored.some(({ channel }) => channel === "push")) return [...stored];
  const reason = translatable("You haven't turned on notifications in a browser.");
  return [
    {
      channel: "push",
      state: "skipped",
      reason,
      changed_at: created_at,
    },
    ...stored,
  ];
}

const viewDelivery = (
  { channel, state, reason, changed_at }: ViewedDelivery,
  language: Language,
) => ({
  channel,
  state,
  reason: reason && describeReason(language, reason),
  at: changed_at.toISOString(),
});
