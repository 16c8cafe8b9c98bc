import type { ApiKey } from "@commonlane/contract/api-keys";
import type { NeighbourDetails, NeighbourRide } from "@commonlane/contract/neighbours";
import type { Webhook, WebhookDelivery } from "@commonlane/contract/webhooks";
import { tomorrow } from "../support/places.ts";

/** Replies for screens of what the demo does not have. */

export const idOf = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const at = (time: string) => `${tomorrow()}T${time}:00Z`;

const RHEINTAL = {
  id: idOf(1),
  name: "Rheintal rides",
  host: "rides.rheintal.example",
  logoUrl: null,
};
export const LONG_NAME = "Mitfahrgemeinschaft der Universitäten am Bodensee";
const LONG_NAMED = {
  id: idOf(2),
  name: LONG_NAME,
  host: "mitfahren.universitaeten-am-bodensee.example",
  logoUrl: null,
};

const rideAt = (n: number, time: string, until: string): NeighbourRide => ({
  id: `${idOf(n)} 1`,
  neighbour: RHEINTAL,
  url: "https://rides.rheintal.example/rides/1",
  pickup: { label: "Balzers Roxy", lat: 47.0666, lng: 9.5033 },
  dropoff: { label: "Schaan Zentrum", lat: 47.1664, lng: 9.5105 },
  pickupAt: at(time),
  dropoffAt: at(until),
  timeZone: "Europe/Vaduz",
  walkFromM: 350,
  walkToM: 120,
  walkFromS: 290,
  walkToS: 100,
  seatsLeft: 2,
  price: { kind: "paid", contribution: { amountMinor: 250, currency: "CHF" } },
  driverName: "Seraina",
  order: 0,
});
const rides: readonly NeighbourRide[] = [
  rideAt(1, "05:52", "06:10"),
  {
    ...rideAt(2, "06:05", "06:25"),
    neighbour: LONG_NAMED,
    seatsLeft: null,
    price: { kind: "unknown" },
    driverName: null,
  },
];
export const neighbourRides: object = {
  items: rides,
  asked: [
    { neighbour: RHEINTAL, hasAnswered: true },
    { neighbour: LONG_NAMED, hasAnswered: true },
    { neighbour: { ...RHEINTAL, id: idOf(3), name: "Sarganserland" }, hasAnswered: false },
  ],
};

const active: NeighbourDetails = {
  ...RHEINTAL,
  kind: "commonlane",
  state: "active",
  url: "https://rides.rheintal.example",
  fingerprint: Array.from({ length: 8 }, () => "3f9a 07c2").join(" "),
  createdAt: at("08:00"),
  searchesSent: 1204,
  searchesReceived: 318,
  lastAnsweredAt: at("09:30"),
  lastFailedAt: null,
  lastFailure: null,
  lastReceivedAt: at("09:12"),
};
const items: readonly NeighbourDetails[] = [
  {
    ...active,
    id: idOf(4),
    name: "Feldkirch",
    state: "incoming",
    url: "https://feldkirch.example",
  },
  active,
  { ...active, ...LONG_NAMED, lastFailedAt: at("09:45"), lastFailure: "unreachable" },
  { ...active, id: idOf(5), name: "Chur", state: "asked", url: "https://chur.example" },
];
export const neighbours: Readonly<Record<string, object>> = {
  "administration/neighbours": { items, ownFingerprint: active.fingerprint },
};

const chatRoom: Webhook = {
  id: idOf(6),
  name: "Chat room of the students' union",
  url: "https://bot.example.org/commonlane",
  types: ["ride.listed", "ride.withdrawn", "event.published"],
  createdAt: at("08:00"),
  lastDeliveredAt: at("08:40"),
  failingSince: at("09:00"),
  disabledAt: null,
};
const delivery: WebhookDelivery = {
  id: idOf(7),
  type: "ride.listed",
  aboutId: idOf(8),
  createdAt: at("09:00"),
  status: "waiting",
  attempts: 3,
  lastStatus: 503,
};
const deliveries: readonly WebhookDelivery[] = [
  delivery,
  { ...delivery, id: idOf(9), status: "failed", attempts: 16, lastStatus: null },
  { ...delivery, id: idOf(10), status: "dropped", type: "ride.withdrawn", lastStatus: null },
  { ...delivery, id: idOf(11), status: "delivered", attempts: 1, lastStatus: 204 },
];
export const webhooks: Readonly<Record<string, object>> = {
  "administration/webhooks": {
    items: [
      chatRoom,
      { ...chatRoom, id: idOf(12), name: "Screen in the lobby", disabledAt: at("09:30") },
    ],
  },
  [`administration/webhooks/${chatRoom.id}/deliveries`]: { items: deliveries },
};

const key: ApiKey = {
  id: idOf(13),
  name: "Bot of the students' union",
  scopes: ["rides:read", "events:read", "places:read"],
  createdAt: at("08:00"),
  expiresAt: at("20:00"),
  lastUsedAt: at("09:00"),
};
export const apiKeys: Readonly<Record<string, object>> = {
  "api-keys": {
    items: [key, { ...key, id: idOf(14), name: "Calendar export", lastUsedAt: null }],
    isOn: true,
  },
};

/** An id for things that the demo does not have. */
export const ID = "01890000-0000-7000-8000-000000000001";
const ADA = {
  uid: ID,
  displayName: "Ada M.",
  initials: "AM",
  photo: null,
  rating: { mean: null, count: 0 },
  reliability: null,
};
export const EVENT: Readonly<Record<string, object>> = {
  [`events/${ID}`]: {
    id: ID,
    title: "Open day of the university",
    description: "Lectures, laboratories and lunch.",
    place: { label: "Vaduz, Liechtenstein", lat: 47.141, lng: 9.521 },
    startsAt: `${tomorrow()}T08:00:00Z`,
    endsAt: `${tomorrow()}T15:00:00Z`,
    timeZone: "Europe/Vaduz",
    website: "https://uni.example.org",
    status: "scheduled",
    creator: ADA,
    createdAt: `${tomorrow()}T08:00:00Z`,
  },
  [`events/${ID}/rides`]: { there: [], back: [] },
};
export const INVITATION: object = {
  id: ID,
  name: "Faculty of Law",
  description: "Students and staff of the faculty.",
  joining: "approval",
  requiredMarkId: null,
  requiredMark: null,
  isListed: false,
  showsSize: true,
  memberList: "members",
  memberCount: null,
  role: "none",
  meetsMark: true,
  waitingRequests: null,
};
export const GROUP: Readonly<Record<string, object>> = {
  [`groups/${ID}`]: { ...INVITATION, memberCount: 12, role: "manager", waitingRequests: 1 },
  [`groups/${ID}/members`]: {
    items: [{ person: ADA, role: "manager", joinedAt: `${tomorrow()}T08:00:00Z` }],
    nextCursor: null,
  },
  [`groups/${ID}/join-requests`]: {
    items: [{ person: ADA, message: "I teach here.", requestedAt: `${tomorrow()}T08:00:00Z` }],
    nextCursor: null,
  },
  [`groups/${ID}/invitation`]: { createdAt: `${tomorrow()}T08:00:00Z` },
  [`groups/${ID}/statistics`]: {
    weeks: [{ weekOf: tomorrow(), members: 12, ridesOffered: 7, seatsBooked: null }],
  },
};
export const MAIL_SERVER: object = {
  host: "mail.example.org",
  port: 587,
  security: "starttls",
  user: "rides@example.org",
};
export const CERTIFICATE: object = {
  subject: "CN=mail.example.org, O=Example University",
  issuer: "CN=Example University Internal Authority, O=Example University",
  validFrom: `${tomorrow()}T08:00:00Z`,
  validTo: `${tomorrow()}T20:00:00Z`,
  fingerprint: Array.from({ length: 32 }, () => "A7").join(":"),
  pem: "",
};
export const UNTRUSTED: object = {
  to: "helena@example.org",
  failure: "TLS SELF_SIGNED_CERT_IN_CHAIN",
  certificate: { ...CERTIFICATE, fingerprint: Array.from({ length: 32 }, () => "3C").join(":") },
  name: "rides.example.org",
};
