import { endpoints } from "@commonlane/contract/all";
import { PASSWORD } from "../identity.ts";
import { freiburgToKoeln, karlsruheToBonn, searchThatDay, towns } from "../journeys.ts";
import type { Role, Scene, State } from "./scene.ts";
import { CANARIES } from "./canaries.ts";

/** What a call is made with; a parameter that stands in no path of it is not used. */
export interface Said {
  readonly params?: Readonly<Record<string, string | undefined>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: object | undefined;
}
type Saying = (scene: Scene, role: Role) => Said;

const uidOf = ({ people }: Scene, role: Role) => (role === "nobody" ? people.host.uid : people[role].uid);
const { departsAt: _, ...way } = freiburgToKoeln;
const push = {
  endpoint: "https://push.example/x",
  keys: { p256dh: `B${"A".repeat(86)}`, auth: "8eDyX_uCN0XRhSbY5hs7Hg" },
};
const email = "new@example.org";

/** What belongs to the host and is asked for by its id, wherever a call names one. */
const paramsOf = (scene: Scene): Readonly<Record<string, string | undefined>> => ({
  rideId: scene.rideId,
  requestId: scene.wishId,
  offerId: scene.offerId,
  uid: scene.people.host.uid,
  blockedUid: scene.people.stranger.uid,
  conversationId: scene.chatId,
  savedSearchId: scene.searchId,
  seriesId: scene.seriesId,
  templateId: scene.templateId,
  exportId: scene.exportId,
  sessionId: scene.sessionId,
  placeId: "gn:1",
  passageId: scene.aboardId,
  standbyId: scene.standbyId,
  ratingId: scene.publishedId,
  reportId: scene.reportId,
  hidingId: scene.hidingId,
  announcementId: scene.announcementId,
  inviteId: scene.inviteId,
  shareId: scene.shareId,
  contactId: scene.contactId,
  photoId: "x".repeat(43),
  size: "small",
});

/** What each call needs beyond that. */
const said: Readonly<Record<string, Saying>> = {
  "identity.signUp": () => ({ body: { email, password: PASSWORD } }),
  "identity.signIn": () => ({ body: { email, password: PASSWORD } }),
  "auth.sendRegistrationCode": () => ({ body: { email } }),
  "auth.verifyRegistrationCode": () => ({ body: { email, otp: "000000" } }),
  "auth.register": ({ people }) => ({
    body: { email: people.host.email, phone: "+12025550123", firstName: "E", lastName: "V" },
  }),
  "auth.login": () => ({ body: { idToken: "x.y.z" } }),
  "auth.sendPasswordResetCode": () => ({ body: { email } }),
  "auth.resetPassword": () => ({ body: { email, otp: "000000", newPassword: PASSWORD } }),
  "auth.sendEmailVerification": () => ({ body: {} }),
  "auth.resendVerification": () => ({ body: { email } }),
  "auth.verifyEmail": () => ({ query: { token: "x" } }),
  "captcha.challenge": () => ({ query: { action: "sign-up" } }),
  "ownAccount.signOutEverywhere": () => ({ body: {} }),
  "ownAccount.changePassword": () => ({ body: { currentPassword: "wrong", newPassword: PASSWORD } }),
  "ownAccount.changeEmail": () => ({ body: { password: "wrong", newEmail: email } }),
  "ownAccount.confirmEmailChange": () => ({ body: { newEmail: email, otp: "000000" } }),
  "ownAccount.undoEmailChange": () => ({ body: { token: "x" } }),
  "ownData.leave": () => ({ body: { password: "wrong" } }),
  "ownData.agree": () => ({ body: { documents: [{ document: "terms-of-use", version: "x" }] } }),
  "profiles.update": () => ({ body: { bio: "hello" } }),
  "places.predict": () => ({ query: { query: "frei" } }),
  "places.nearest": () => ({ query: { lat: 48, lng: 8 } }),
  "rides.nearby": () => ({ query: { ...pointOf(towns.freiburg) } }),
  "rides.search": () => ({ query: searchThatDay }),
  "rides.nearMisses": () => ({ query: { ...searchThatDay, departsAfter: "2026-01-02T09:30:00Z" } }),
  "rides.days": () => ({ query: { ...searchThatDay, date: "2026-01-02", timeZone: "UTC" } }),
  "rides.costShare": () => ({ body: { origin: towns.freiburg, destination: towns.koeln, seatsTotal: 3 } }),
  "rides.host": () => ({ body: { ...freiburgToKoeln, departsAt: "2026-01-09T06:45:00.000Z" } }),
  "rides.change": () => ({ body: { note: "hello" } }),
  "rideSeries.host": () => ({
    body: { ride: way, time: "07:45", weekdays: [2], firstDay: "2026-01-12", lastDay: "2026-01-20" },
  }),
  "rideSeries.change": () => ({ body: { weekdays: [3] } }),
  "rideSeries.skip": () => ({ body: { day: "2026-01-19" } }),
  "rideTemplates.keep": () => ({ body: { name: "A way", ride: way } }),
  "seatRequests.request": () => ({ body: {} }),
  "seatRequests.accept": ({ waitingId }) => ({ params: { requestId: waitingId } }),
  "seatRequests.reject": ({ waitingId }) => ({ params: { requestId: waitingId } }),
  "seatRequests.confirm": ({ aboardId }) => ({ params: { requestId: aboardId } }),
  "seatRequests.end": ({ aboardId }) => ({ params: { requestId: aboardId } }),
  "standby.join": () => ({ body: { seats: 3 } }),
  "rescue.replacements": ({ aboardId }) => ({ params: { requestId: aboardId } }),
  "rideRequests.post": () => ({ body: { ...karlsruheToBonn, departsBefore: "2026-01-12T06:00:00.000Z" } }),
  "rideRequests.nearby": () => ({ query: { ...pointOf(towns.karlsruhe) } }),
  "rideRequests.change": () => ({ body: { note: "hello" } }),
  "offers.make": () => ({ body: { departsAt: "2026-01-02T11:30:00.000Z", seats: 1 } }),
  "activeDrivers.activate": () => ({ body: { ...pointOf(towns.freiburg), seats: 2 } }),
  "activeDrivers.nearby": () => ({ query: { ...pointOf(towns.freiburg) } }),
  "activeDrivers.move": () => ({ body: pointOf(towns.freiburg) }),
  "notices.read": ({ messageId }) => ({ body: { upTo: messageId } }),
  "noticeChannels.subscribe": () => ({ body: push }),
  "noticeChannels.unsubscribe": () => ({ body: { endpoint: push.endpoint } }),
  "noticeChannels.received": ({ messageId }) => ({ body: { parcelId: messageId } }),
  "noticeChannels.changeSettings": () => ({ body: {} }),
  "noticeChannels.test": () => ({ body: { channel: "push" } }),
  "noticeChannels.stopLetters": () => ({ query: { token: "x" } }),
  "savedSearches.save": () => ({ body: { origin: towns.mainz, destination: towns.bonn } }),
  "savedSearches.change": () => ({ body: { paused: true } }),
  "savedSearches.restore": ({ removedId }) => ({ params: { savedSearchId: removedId } }),
  "chat.token": () => ({ body: {} }),
  "chat.open": ({ people }) => ({ body: { withUid: people.host.uid } }),
  "chat.send": () => ({ body: { clientId: "a-client-id", text: "hello" } }),
  "chat.read": ({ messageId }) => ({ body: { upTo: messageId } }),
  "chat.delivered": ({ messageId }) => ({ body: { upTo: messageId } }),
  "chat.mute": () => ({ body: { muted: true } }),
  "chat.search": () => ({ query: { words: "canary" } }),
  "passages.pickUp": () => ({ body: { pin: CANARIES.pin } }),
  "passages.markPaid": () => ({ body: { paid: true } }),
  "passages.notTravelled": () => ({ body: { fault: "nobody" } }),
  "passages.answer": () => ({ body: { fault: "nobody" } }),
  "ratings.give": ({ people }, role) => ({
    body: { rated_uid: role === "host" ? people.passenger.uid : people.host.uid, rating: 5 },
  }),
  "ratings.change": ({ blindId }) => ({ params: { ratingId: blindId }, body: { rating: 4 } }),
  "ratings.remove": ({ blindId }) => ({ params: { ratingId: blindId } }),
  "ratings.reply": () => ({ body: { text: "Thank you" } }),
  "ratings.appeal": () => ({ body: { reason: "Not so" } }),
  "onTheWay.tellPosition": () => ({ body: pointOf(towns.freiburg) }),
  "onTheWay.follow": ({ shareToken: token }) => ({ body: { token } }),
  "trustedContacts.name": () => ({ body: { name: "Mo", email: "mo@contact.test" } }),
  "trustedContacts.asked": ({ contactToken: token }) => ({ body: { token } }),
  "trustedContacts.answer": ({ contactToken: token }) => ({ body: { token, agrees: true } }),
  "blocks.one": ({ people }) => ({ params: { blockedUid: people.blocked.uid } }),
  "reports.make": ({ messageId }) => ({ body: { about: { kind: "message", id: messageId }, reason: "scam" } }),
  "moderation.resolve": () => ({ body: { outcome: "Looked at" } }),
  "moderation.people": () => ({ query: { query: "canary" } }),
  "moderation.warn": () => ({ body: { reason: "Please be kind" } }),
  "moderation.suspend": () => ({ body: { reason: "A test", days: 3 } }),
  "moderation.unsuspend": ({ people }) => ({ params: { uid: people.suspended.uid }, body: { reason: "A test" } }),
  "moderation.decideAppeal": ({ appealedId }) => ({
    params: { ratingId: appealedId },
    body: { hide: true, reason: "A test" },
  }),
  "moderation.hideRating": () => ({ body: { reason: "A test" } }),
  "moderation.showRating": ({ hiddenId }) => ({ params: { ratingId: hiddenId }, body: { reason: "A test" } }),
  "moderation.hide": ({ rideId }) => ({ body: { about: { kind: "ride", id: rideId }, reason: "A test" } }),
  "moderation.show": () => ({ body: { reason: "A test" } }),
  "moderation.decideHiding": ({ appealedHidingId }) => ({
    params: { hidingId: appealedHidingId },
    body: { show: true, reason: "A test" },
  }),
  "hidings.appeal": () => ({ body: { reason: "Not so" } }),
  "community.announce": () => ({ body: { text: "Hello" } }),
  "community.changeRules": () => ({ body: {} }),
  "community.invite": () => ({ body: { label: "A test" } }),
};

interface Variant {
  readonly of: string;
  readonly said: Saying;
}
/** What is asked of a ride on which a seat is held for somebody. */
const ON_RIDE = [
  "rides.one",
  "rideContacts.onRide",
  "chat.ofRide",
  "passages.onRide",
  "ratings.onRide",
  "standby.line",
  "onTheWay.ofRide",
  "onTheWay.share",
];

/** The same call on something else that has rules of its own. */
const variants: Readonly<Record<string, Variant>> = {
  "rides.one#made": { of: "rides.one", said: ({ madeRideId }) => ({ params: { rideId: madeRideId } }) },
  "rides.ofHost#made": { of: "rides.ofHost", said: ({ people }) => ({ params: { uid: people.passenger.uid } }) },
  "rides.search#made": {
    of: "rides.search",
    said: () => ({
      query: { ...searchThatDay, departsAfter: "2026-01-06T00:00:00Z", departsBefore: "2026-01-06T23:00:00Z" },
    }),
  },
  "seatRequests.request#made": {
    of: "seatRequests.request",
    said: ({ madeRideId }) => ({ params: { rideId: madeRideId }, body: {} }),
  },
  "rideRequests.one#matched": {
    of: "rideRequests.one",
    said: ({ matchedId }) => ({ params: { requestId: matchedId } }),
  },
  "offers.ofRequest#matched": {
    of: "offers.ofRequest",
    said: ({ matchedId }) => ({ params: { requestId: matchedId } }),
  },
  "offers.end#accepted": {
    of: "offers.end",
    said: ({ acceptedOfferId }) => ({ params: { offerId: acceptedOfferId } }),
  },
  "seatRequests.end#waiting": {
    of: "seatRequests.end",
    said: ({ waitingId }) => ({ params: { requestId: waitingId } }),
  },
  "seatRequests.end#wish": { of: "seatRequests.end", said: ({ wishId }) => ({ params: { requestId: wishId } }) },
  "ratings.reply#blind": {
    of: "ratings.reply",
    said: ({ blindId }) => ({ params: { ratingId: blindId }, body: { text: "Thank you" } }),
  },
  "ratings.change#published": { of: "ratings.change", said: () => ({ body: { rating: 4 } }) },
  "moderation.hideRating#blind": {
    of: "moderation.hideRating",
    said: ({ blindId }) => ({ params: { ratingId: blindId }, body: { reason: "A test" } }),
  },
  ...Object.fromEntries(
    ON_RIDE.map((of): [string, Variant] => [
      `${of}#held`,
      { of, said: ({ fullRideId }) => ({ params: { rideId: fullRideId } }) },
    ]),
  ),
  "seatRequests.confirm#held": {
    of: "seatRequests.confirm",
    said: ({ heldId }) => ({ params: { requestId: heldId } }),
  },
  "seatRequests.end#held": { of: "seatRequests.end", said: ({ heldId }) => ({ params: { requestId: heldId } }) },
  "passages.markPaid#held": {
    of: "passages.markPaid",
    said: ({ heldId }) => ({ params: { passageId: heldId }, body: { paid: true } }),
  },
  "reports.make#ride": {
    of: "reports.make",
    said: ({ rideId }) => ({ body: { about: { kind: "ride", id: rideId }, reason: "scam" } }),
  },
  "rides.host#for-another": {
    of: "rides.host",
    said: ({ people }, role) => ({
      body: { ...freiburgToKoeln, hostId: role === "host" ? people.stranger.uid : people.host.uid },
    }),
  },
  "rides.ofHost#own": { of: "rides.ofHost", said: (scene, role) => ({ params: { uid: uidOf(scene, role) } }) },
};

export interface Call extends Required<Pick<Said, "query">> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly body: object | undefined;
}

const byName = new Map(endpoints.map(({ name, endpoint }) => [name, endpoint]));

/** Every call of the contract by its name, and those that are tried on several things. */
export const CALLS: readonly string[] = [...byName.keys(), ...Object.keys(variants)];

/** The name in the contract of what is called. */
export const endpointNameOf = (name: string): string => variants[name]?.of ?? name;
const endpointNamed = (name: string) => byName.get(endpointNameOf(name));

const OF_RIDE = /:(?:rideId|passageId)\b/;
const OF_RIDE_OR_REQUEST = /:(?:rideId|requestId|offerId|conversationId|passageId)\b/;
/** What is about the ride, though its address does not say so. */
const ALSO_OF_RIDE = new Set(["onTheWay.follow", "seatRequests.confirm", "seatRequests.end", "rescue.replacements"]);

/** Whether the answer may depend on how the ride stands; all is asked before it leaves. */
export function dependsOnState(name: string, state: State): boolean {
  const path = endpointNamed(name)?.path ?? "";
  if (state === "coming") return true;
  if (name.endsWith("#held")) return false;
  if (state === "over" || state === "cancelled") return OF_RIDE_OR_REQUEST.test(path);
  return (OF_RIDE.test(path) && !name.includes("#")) || ALSO_OF_RIDE.has(name);
}

export function callOf(name: string, scene: Scene, role: Role): Call {
  const endpoint = endpointNamed(name);
  if (!endpoint) throw new Error(`There is no call ${name}.`);
  const say = variants[name]?.said ?? said[name];
  const { params, query = {}, body } = say?.(scene, role) ?? {};
  const values = { ...paramsOf(scene), ...params };
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, param: string) =>
    encodeURIComponent(values[param] ?? "missing"),
  );
  return { method: endpoint.method, path, query, body };
}

const pointOf = ({ lat, lng }: { lat: number; lng: number }) => ({ lat, lng });
