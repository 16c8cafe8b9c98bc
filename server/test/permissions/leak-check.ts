import { CANARIES, type Canary } from "./canaries.ts";
import type { Role, Scenario, State } from "./scenario.ts";

/** Data that a user receives: a reply to their request, or a live event. */
export interface Reply {
  readonly to: Role;
  readonly body: unknown;
}

/** Each secret in a reply with the field that holds it. */
export function findCanaries({ body }: Reply): { canary: Canary; at: string }[] {
  return fieldsOf(body).flatMap(({ at, text }) =>
    canaries.filter((canary) => holds(text, canary)).map((canary) => ({ canary, at })),
  );
}

/** Many ids contain any four digits. */
const holds = (text: string, canary: Canary) =>
  canary === "pin"
    ? text.split(/[^\w.:-]/).includes(CANARIES.pin)
    : text.includes(CANARIES[canary]);

const canaries = [
  "surname",
  "email",
  "phone",
  "birthDate",
  "plate",
  "exactPlace",
  "exactLat",
  "exactLine",
  "askedPlace",
  "askedLat",
  "chat",
  "ask",
  "search",
  "hostsWords",
  "askersWords",
  "offerersWords",
  "blind",
  "pin",
  "dispute",
  "needs",
  "contact",
  "group",
  "position",
] as const satisfies readonly Canary[];

function fieldsOf(value: unknown, at = ""): { at: string; text: string }[] {
  if (typeof value !== "object" || value === null) return [{ at, text: String(value) }];
  return Object.entries(value).flatMap(([key, inner]) =>
    fieldsOf(inner, at === "" ? key : `${at}.${key}`),
  );
}

interface ReadContext {
  readonly reader: Role;
  readonly state: State;
  readonly name: string;
  readonly scene: Scenario;
}

/** Who may read what, by stage of the relationship with the host (domain.md, Privacy by stage). */
const canRead: Readonly<Record<Canary, (where: ReadContext) => boolean>> = {
  surname: () => false,
  // Users see only their own address.
  email: ({ name }) => OWN_ADDRESS.has(name),
  // Shared with members of the host's ride, by one endpoint.
  phone: ({ reader, state, name }) =>
    reader === "passenger" && state !== "cancelled" && name === "rideContacts.onRide",
  birthDate: () => false,
  plate: (where) =>
    (where.reader === "passenger" && where.state !== "cancelled") || isFollowing(where),
  exactPlace: (where) => isPickingUpHost(where) || isReadingFeed(where),
  exactLat: (where) => isPickingUpHost(where) || isReadingFeed(where),
  exactLine: (where) => isPickingUpHost(where),
  askedPlace: (where) => isSeatRequester(where),
  askedLat: (where) => isSeatRequester(where),
  chat: ({ reader }) => reader === "passenger",
  // The stranger used the same text in a report.
  ask: ({ reader, name }) => reader === "seeker" || (reader === "stranger" && name === "a file"),
  search: () => false,
  hostsWords: (where) => isPickingUpHost(where),
  askersWords: (where) => isSeatRequester(where),
  // The host sees it in full with the offer that they accept.
  offerersWords: ({ reader, name }) =>
    reader === "stranger" || (reader === "host" && name === "offers.accept"),
  // Once the host has rated, too, both ratings are visible.
  blind: ({ reader, name }) =>
    reader === "passenger" || (reader === "host" && name === "ratings.give"),
  pin: ({ reader }) => reader === "passenger",
  dispute: ({ reader }) => reader === "passenger",
  needs: ({ reader }) => reader === "seeker",
  contact: () => false,
  // The passenger belongs to it, the seeker has asked to; others have only its invitation link.
  group: ({ reader, name }) =>
    reader === "passenger" || reader === "seeker" || WITH_INVITATION.has(name),
  position: (where) => isFollowing(where) || isWaitingForHost(where),
};

/** Through the link that the host shared, during the trip. */
const isFollowing = ({ name, state }: ReadContext) =>
  name === "tripSafety.follow" && state === "on-the-way";

/** A passenger with a seat sees where the host is, from half an hour before the pickup. */
const isWaitingForHost = ({ reader, name, state }: ReadContext) =>
  reader === "passenger" && name === "tripSafety.driverApproach" && state === "on-the-way";

/** Anyone who knows the secret URL of the host's calendar feed sees the places that the host sees. */
const isReadingFeed = ({ name }: ReadContext) => name === "calendar.readFeed";

/** Exact pickup of the host's own ride request: visible to the driver whose offer the host has accepted or accepts. */
const isPickingUpHost = ({ reader, name }: ReadContext) =>
  reader === "passenger" || (name === "offers.accept" && reader === "stranger");

/** Exact pickup of the seeker: visible to the host who accepts the request. */
const isSeatRequester = ({ reader, name, state }: ReadContext) =>
  reader === "seeker" ||
  (reader === "host" && name === "seatRequests.accept" && state === "coming");
const CANARIES_OF_OTHERS: ReadonlySet<Canary> = new Set([
  "askedPlace",
  "askedLat",
  "askersWords",
  "offerersWords",
  "blind",
  "pin",
]);

const WITH_INVITATION = new Set(["groups.openInvitation", "groups.acceptInvitation"]);

const OWN_ADDRESS = new Set([
  "passkeys.startRegistration",
  "accounts.signUp",
  "profiles.get",
  "profiles.update",
  "profiles.removePhoto",
  "auth.register",
]);

export function isAllowedToSee(canary: Canary, where: ReadContext): boolean {
  if (where.reader === "host" && !CANARIES_OF_OTHERS.has(canary)) return true;
  // Moderators see the full data; their access is logged.
  if (
    (where.reader === "moderator" || where.reader === "administrator") &&
    /^(?:moderation|community|administration|groupAdministration|legal)\./.test(where.name)
  )
    return true;
  return canRead[canary](where);
}
