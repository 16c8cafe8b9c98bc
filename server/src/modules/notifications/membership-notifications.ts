import type { HandledEvent, NotificationContent } from "./handled-events.ts";

type MarkEvent = Extract<HandledEvent, { type: "trust-mark.changed" }>;
type GroupEvent = Extract<HandledEvent, { type: "group.membership-changed" }>;

/** Marks that others gave or took, or that time ends; renewals and one's own hiding are no news. */
export function markNotification({ change, markId, name, until }: MarkEvent): NotificationContent {
  if (change === "renewed" || change === "hidden") return undefined;
  return {
    kind: `trust-mark.${change}`,
    // Gained and lost again, each is news.
    cause: `${markId} ${until ?? ""}`,
    path: "/profile",
    details: {
      mark: name,
      ...(until !== undefined && { until }),
    },
  };
}

/** What others did to the membership of this user; for managers, that requests wait. One's own acts are no news. */
export function groupNotification(
  to: string,
  { groupId, uid, change, name, answered, at }: GroupEvent,
): NotificationContent {
  const cause = `${groupId} ${at}`;
  const details = { group: name };
  const page = `/groups/${groupId}` as const;
  if (to !== uid)
    return change === "requested"
      ? {
          kind: "group.requested",
          cause,
          path: page,
          details,
        }
      : undefined;
  if (change === "joined" && answered)
    return {
      kind: "group.joined",
      cause,
      path: page,
      details,
    };
  if (change === "promoted")
    return {
      kind: "group.managed",
      cause,
      path: page,
      details,
    };
  if (change === "declined")
    return {
      kind: "group.declined",
      cause,
      path: "/groups",
      details,
    };
  if (change !== "removed" && change !== "group-removed") return undefined;
  return {
    kind: "group.removed",
    cause,
    path: "/groups",
    details: {
      ...details,
      count: change === "removed" ? 1 : 2,
    },
  };
}
