import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { filledText, Id, SuccessReply } from "./shapes.ts";

export const FEED_RECEIVERS_MAX = 50;

/** `amarillo`: offers as JSON; `gtfs`: timetable and real-time data; `siri`: SIRI-ET for OpenTripPlanner;
 * `covoiturage`: searches by standard-covoiturage. */
export const FEED_FORMATS = ["amarillo", "gtfs", "siri", "covoiturage"] as const;
export const FeedFormat = z.enum(FEED_FORMATS);
export type FeedFormat = z.infer<typeof FeedFormat>;

/** A service that reads the community's listed rides with a key of its own. */
export const FeedReceiver = z.object({
  id: Id,
  name: z.string(),
  format: FeedFormat,
  /** The addresses that it reads. */
  urls: z.array(z.string()),
  createdAt: z.iso.datetime(),
  fetches: z.int(),
  lastFetchedAt: z.nullable(z.iso.datetime()),
  /** The latest request that could not be answered. */
  lastFailedAt: z.nullable(z.iso.datetime()),
});
export type FeedReceiver = z.infer<typeof FeedReceiver>;

const NewReceiver = z.object({
  name: filledText(60),
  format: FeedFormat,
});
export type NewReceiver = z.output<typeof NewReceiver>;

const ReceiverParams = z.object({ receiverId: Id });

/** Who reads the rides whose hosts agreed to be shown elsewhere. The audit log has every change. */
export const feedReceivers = {
  list: endpoint({
    summary: "List the receivers of listed rides, and how many rides leave",
    method: "GET",
    path: "/administration/feed-receivers",
    access: "administrator",
    reply: z.object({
      items: z.array(FeedReceiver),
      listedRides: z.int(),
    }),
  }),
  add: endpoint({
    summary: "Add a receiver of listed rides; only this reply has its key",
    method: "POST",
    path: "/administration/feed-receivers",
    access: "administrator",
    confirmed: true,
    loggedByHandler: true,
    body: NewReceiver,
    reply: z.extend(FeedReceiver, { key: z.string() }),
    status: 201,
    problems: ["invalid_input"],
  }),
  remove: endpoint({
    summary: "Remove a receiver; its key no longer works",
    method: "DELETE",
    path: "/administration/feed-receivers/:receiverId",
    access: "administrator",
    confirmed: true,
    loggedByHandler: true,
    params: ReceiverParams,
    reply: SuccessReply,
    problems: ["not_found"],
  }),
};
