import type { Notification } from "@commonlane/contract/notifications";
import { findPublicPeople } from "#modules/profiles/index.ts";
import type { Context } from "#platform/context.ts";
import { type DeliveryRow, findDeliveries, type NotificationRow } from "./notifications.store.ts";
import { renderNotification } from "./templates/templates.ts";

/** Maps notifications to API objects with the current texts and the current names of users. */
export async function viewNotifications(ctx: Context, rows: readonly NotificationRow[]): Promise<Notification[]> {
  const uids = rows.flatMap(({ person_id }) => person_id ?? []);
  const [people, deliveries] = [
    await findPublicPeople(ctx, uids),
    await findDeliveries(
      ctx,
      rows.map(({ id }) => id),
    ),
  ];
  return rows.map((row) => {
    const person = (row.person_id !== null && people.get(row.person_id)) || null;
    return {
      id: row.id,
      kind: row.kind,
      ...renderNotification(row.kind, row.details, person?.displayName),
      path: row.path,
      person,
      createdAt: row.created_at.toISOString(),
      readAt: row.read_at?.toISOString() ?? null,
      deliveries: deliveries.filter(({ notification_id }) => notification_id === row.id).map(viewDelivery),
    };
  });
}

const viewDelivery = ({ channel, state, reason, changed_at }: DeliveryRow) => ({
  channel,
  state,
  reason,
  at: changed_at.toISOString(),
});
