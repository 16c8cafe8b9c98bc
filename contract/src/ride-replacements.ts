import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { RideSearchResult } from "./rides.ts";
import { Id } from "./shapes.ts";

/** Another ride for a passenger whose ride was cancelled. */
export const Replacement = z.extend(RideSearchResult, {
  /** No seats left; the passenger can join the standby queue. */
  full: z.boolean(),
});
export type Replacement = z.infer<typeof Replacement>;

export const rideReplacements = {
  list: endpoint({
    summary: "Suggest up to three replacements for a seat request that someone else ended",
    method: "GET",
    path: "/rides/requests/:requestId/replacements",
    access: "signed-in",
    costly: true,
    params: z.object({ requestId: Id }),
    reply: z.object({ items: z.array(Replacement) }),
    limits: [{ by: "account", count: 300, perS: 600 }],
    problems: ["not_found"],
  }),
};
