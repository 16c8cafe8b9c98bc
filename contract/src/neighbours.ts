import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { NearMissSearch } from "./ride-search.ts";
import { Bytes, filledText, Id, LatLng, Money, SuccessReply } from "./shapes.ts";

export const NEIGHBOURS_MAX = 20;
export const NEIGHBOUR_NAME_MAX = 60;

/** Another community whose listed rides are found here. */
export const Neighbour = z.object({
  id: Id,
  name: z.string(),
  /** Its host name, such as `rides.town.example`: "opens at …". */
  host: z.string(),
  /** A path on this server, which changes with the logo; null if it has none. */
  logoUrl: z.nullable(z.string()),
});
export type Neighbour = z.infer<typeof Neighbour>;

/** Where a ride of a neighbour stops. The name comes from the neighbour and is shown as text only. */
const NeighbourStop = z.extend(LatLng, { label: z.string() });

/** `unknown`: the neighbour does not say. */
const NeighbourPrice = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("free") }),
  z.object({
    kind: z.literal("paid"),
    contribution: Money,
  }),
  z.object({ kind: z.literal("unknown") }),
]);

/** A ride of a neighbour. It opens there, and seats are asked for there. */
export const NeighbourRide = z.object({
  /** Unique in the reply. */
  id: z.string(),
  neighbour: Neighbour,
  /** The page of the ride on the neighbour's own host, with the stops of the passenger. */
  url: z.string(),
  pickup: NeighbourStop,
  dropoff: NeighbourStop,
  pickupAt: z.iso.datetime(),
  dropoffAt: z.iso.datetime(),
  /** IANA zone of the pickup. */
  timeZone: z.string(),
  /** Walks as in RideMatch, estimated on this server: the neighbour does not know the addresses. */
  walkFromM: z.int(),
  walkToM: z.int(),
  walkFromS: z.int(),
  walkToS: z.int(),
  /** Null if the neighbour does not say. */
  seatsLeft: z.nullable(z.int()),
  /** Per seat, for this part of the ride. */
  price: NeighbourPrice,
  /** First name or alias of the driver; null if the neighbour does not say. */
  driverName: z.nullable(z.string()),
  /** Compares with `order` of RideMatch: the lowest comes first, an own ride before an equal one. */
  order: z.number(),
});
export type NeighbourRide = z.infer<typeof NeighbourRide>;

export const NeighbourSearch = z.omit(NearMissSearch, {
  cursor: true,
  limit: true,
});
export type NeighbourSearch = z.output<typeof NeighbourSearch>;

const NeighbourRides = z.object({
  /** Best first. */
  items: z.array(NeighbourRide),
  /** The neighbours that were asked; none if no neighbour covers the way. */
  asked: z.array(
    z.object({
      neighbour: Neighbour,
      hasAnswered: z.boolean(),
    }),
  ),
});
export type NeighbourRides = z.infer<typeof NeighbourRides>;

/**
 * `asked`: we wait for their approval; `incoming`: they wait for ours; `active`: both approved, or a server with an API
 * key.
 */
export const NEIGHBOUR_STATES = ["asked", "incoming", "active"] as const;
export const NeighbourState = z.enum(NEIGHBOUR_STATES);
export type NeighbourState = z.infer<typeof NeighbourState>;

/** `commonlane`: signed requests in both directions; `covoiturage`: we search its standard-covoiturage with a key. */
export const NeighbourKind = z.enum(["commonlane", "covoiturage"]);
export type NeighbourKind = z.infer<typeof NeighbourKind>;

/** A neighbour as administrators see it. */
export const NeighbourDetails = z.extend(Neighbour, {
  kind: NeighbourKind,
  state: NeighbourState,
  /** Its address, without a path for communities on Commonlane. */
  url: z.string(),
  /** SHA-256 of its public key in groups of four digits; null for a server with an API key. */
  fingerprint: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  /** How often we asked it, and it us. */
  searchesSent: z.int(),
  searchesReceived: z.int(),
  lastAnsweredAt: z.nullable(z.iso.datetime()),
  lastFailedAt: z.nullable(z.iso.datetime()),
  /** Why the latest failed request failed. */
  lastFailure: z.nullable(z.enum(["unreachable", "slow", "refused", "invalid"])),
  lastReceivedAt: z.nullable(z.iso.datetime()),
});
export type NeighbourDetails = z.infer<typeof NeighbourDetails>;

const Invitation = z.object({ address: filledText(200) });
const NewServer = z.object({
  name: filledText(NEIGHBOUR_NAME_MAX),
  /** Base address of its standard-covoiturage. */
  address: filledText(200),
  /** Where its rides open; links to other hosts are dropped. */
  website: filledText(200),
  apiKey: filledText(500),
});
export type NewServer = z.output<typeof NewServer>;

const NeighbourParams = z.object({ neighbourId: Id });

export const neighbours = {
  searchRides: endpoint({
    summary: "Find rides in neighbouring communities",
    description:
      "Answers within two seconds, whatever the neighbours do. They learn the squares of 500 m of both places, and nothing about the user.",
    method: "GET",
    path: "/neighbours/rides",
    access: "signed-in",
    callsService: true,
    query: NeighbourSearch,
    reply: NeighbourRides,
    limits: [{ by: "account", count: 60, perS: 60 }],
  }),
  logo: endpoint({
    summary: "Get the logo of a neighbour",
    method: "GET",
    path: "/neighbours/:neighbourId/logo",
    access: "public",
    params: NeighbourParams,
    reply: Bytes,
    file: "image/png",
    noStore: true,
    problems: ["not_found"],
  }),
};

/** Which communities search each other. The audit log has every change. */
export const neighbourAdministration = {
  list: endpoint({
    summary: "List neighbours, with the fingerprint of this community's key",
    method: "GET",
    path: "/administration/neighbours",
    access: "administrator",
    reply: z.object({
      items: z.array(NeighbourDetails),
      ownFingerprint: z.string(),
    }),
  }),
  preview: endpoint({
    summary: "Read who a community at an address says it is, before inviting it",
    method: "POST",
    path: "/administration/neighbours/preview",
    access: "administrator",
    callsService: true,
    body: Invitation,
    reply: z.object({
      name: z.string(),
      url: z.string(),
      fingerprint: z.string(),
    }),
    limits: [{ by: "account", count: 30, perS: 60 }],
    problems: ["invalid_input", "neighbour_unreachable"],
  }),
  invite: endpoint({
    summary: "Ask a community to become neighbours, or approve its request",
    method: "POST",
    path: "/administration/neighbours",
    access: "administrator",
    confirmed: true,
    callsService: true,
    /** The fingerprint that the administrator has seen: another key is refused. */
    body: z.extend(Invitation, { fingerprint: filledText(100) }),
    reply: NeighbourDetails,
    status: 201,
    limits: [{ by: "account", count: 30, perS: 60 }],
    problems: ["invalid_input", "neighbour_unreachable", "neighbour_key_changed"],
  }),
  addServer: endpoint({
    summary: "Add a server of standard-covoiturage that is searched with an API key",
    method: "POST",
    path: "/administration/neighbours/servers",
    access: "administrator",
    confirmed: true,
    loggedByHandler: true,
    body: NewServer,
    reply: NeighbourDetails,
    status: 201,
    problems: ["invalid_input"],
  }),
  remove: endpoint({
    summary: "End being neighbours, or decline a request; neither side is searched any more",
    method: "DELETE",
    path: "/administration/neighbours/:neighbourId",
    access: "administrator",
    confirmed: true,
    loggedByHandler: true,
    params: NeighbourParams,
    reply: SuccessReply,
    problems: ["not_found"],
  }),
};
