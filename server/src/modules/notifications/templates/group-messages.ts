import { message } from "@commonlane/contract/message";
import { template } from "./notification-template.ts";

/** Texts about the groups of the reader. */
export const groupMessages = {
  "group.requested": template(
    message("Someone wants to join the group {group}", {
      comment: "group: such as “University staff”.",
    }),
    message("You manage this group. Accept or decline the request."),
  ),
  "group.joined": template(
    message("You're now a member of the group {group}", {
      comment: "group: such as “University staff”.",
    }),
    message("A manager of the group accepted your request."),
  ),
  "group.declined": template(
    message("Your request to join the group {group} was declined", {
      comment: "group: such as “University staff”.",
    }),
    message("You can look for other groups."),
  ),
  "group.managed": template(
    message("You now manage the group {group}", { comment: "group: such as “University staff”." }),
    message("You can accept requests, invite and remove members, and change the group."),
  ),
  "group.removed": template(
    message("You're no longer a member of the group {group}", {
      comment: "group: such as “University staff”.",
    }),
    message(
      "{count, plural, =1 {A manager removed you from the group.} other {The group no longer exists.}}",
      {
        comment:
          "Not a number: 1 if a manager removed the reader, otherwise the whole group was removed.",
      },
    ),
  ),
} as const;
