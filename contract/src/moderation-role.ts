import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

/** In a file of its own because every page calls it, and only the console needs the other endpoints. */
export const moderationRole = endpoint({
  summary: "Check whether the caller is a moderator or administrator, and count open reports",
  method: "GET",
  path: "/moderation/role",
  access: "signed-in",
  availableWhenClosed: true,
  /** The numbers are 0 for other users. Reports about the caller are not counted. */
  reply: z.object({
    moderator: z.boolean(),
    /** Administrators are moderators, too. */
    administrator: z.boolean(),
    /** The community requires a second factor, and this session has not shown one: other calls are refused. */
    secondFactorMissing: z.boolean(),
    openReports: z.int(),
    urgentReports: z.int(),
  }),
});
