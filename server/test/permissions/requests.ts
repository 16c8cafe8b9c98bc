import { BNLC } from "../fixtures/imported-places.ts";
import { endpoints } from "@commonlane/contract/all";
import { PASSWORD } from "../fixtures/accounts.ts";
import { groupOf } from "../fixtures/groups.ts";
import { providerOf } from "../fixtures/institution-sign-in.ts";
import { serverOf } from "../fixtures/neighbours.ts";
import { freiburgToKoeln, karlsruheToBonn, searchWholeDay, towns } from "../fixtures/rides.ts";
import { markOf } from "../fixtures/trust-marks.ts";
import { paramsOf } from "./request-params.ts";
import type { Role, Scenario } from "./scenario.ts";
import { event } from "./scenario-records.ts";
import { CANARIES } from "./canaries.ts";
import { type BuildRequest, type RequestParts, variants } from "./request-variants.ts";

const { departsAt: _, ...ride } = freiburgToKoeln;
const push = {
  endpoint: "https://push.example/x",
  keys: { p256dh: `B${"A".repeat(86)}`, auth: "8eDyX_uCN0XRhSbY5hs7Hg" },
};
const email = "new@example.org";
const credential = { id: "x", rawId: "x", type: "public-key" };
const answer = { clientDataJSON: "x" };
const signature = { authenticatorData: "x", signature: "x" };
const meetingPoint = { name: "Park and ride", kind: "parkAndRide", lat: 48.01, lng: 7.85 };

/** Further input of each endpoint. */
const build: Readonly<Record<string, BuildRequest>> = {
  "accounts.signUp": () => ({ body: { email, password: PASSWORD } }),
  "regions.suggestions": () => ({ query: { lat: "47.1", lng: "9.5", radiusKm: "10" } }),
  "regions.build": () => ({ body: { name: "Liechtenstein" } }),
  "administration.changeSettings": () => ({ body: { name: "Uni Rides" } }),
  "administration.setRole": ({ people }) => ({
    body: { email: people.stranger.email, role: "moderator" },
  }),
  "accountAccess.end": ({ people }) => ({
    body: { kind: "calendar-feed", id: people.stranger.uid },
  }),
  "signInProviders.start": () => ({ body: {} }),
  "signInProviders.startLink": () => ({ body: {} }),
  "signInProviders.finish": () => ({ body: { answer: "code=x&state=y" } }),
  "signInProviders.createAccount": () => ({
    body: { firstName: "Ada", lastName: "Moreau", isAdult: true, acceptsTerms: true },
  }),
  "signInProviders.linkWithPassword": () => ({ body: { password: PASSWORD } }),
  "signInProviders.finishWithCode": () => ({ body: { code: "000000" } }),
  "signInProviders.sendEmailCode": () => ({ body: { email } }),
  "signInProviders.confirmEmail": () => ({ body: { email, otp: "000000" } }),
  "providerAdministration.save": () => ({ body: providerOf("http://127.0.0.1:1") }),
  "trustMarks.setHidden": () => ({ body: { isHidden: true } }),
  "phoneVerification.verify": () => ({ body: { otp: "000000" } }),
  "trustMarks.renew": () => ({ body: { otp: "000000" } }),
  "apiKeys.create": () => ({
    body: { name: "A program", scopes: ["rides:read"], validDays: 30 },
  }),
  "webhooks.add": () => ({
    body: { name: "A chat room", url: "https://chat.example/hook", types: ["ride.listed"] },
  }),
  "meetingPointSources.importFile": () => ({ query: { ...BNLC } }),
  "meetingPointSources.importUrl": () => ({
    body: { ...BNLC, url: "https://10.0.0.1/places.csv" },
  }),
  "eventCalendars.add": () => ({
    body: { name: "University", url: "https://10.0.0.1/events.ics" },
  }),
  "feedReceivers.add": () => ({ body: { name: "A planner", format: "gtfs" } }),
  "neighbours.searchRides": () => ({ query: searchWholeDay }),
  "neighbourAdministration.preview": () => ({ body: { address: "http://town.example" } }),
  "neighbourAdministration.invite": () => ({
    body: { address: "http://town.example", fingerprint: "0" },
  }),
  "neighbourAdministration.addServer": () => ({ body: serverOf("https://town.example") }),
  "markAdministration.add": () => ({ body: markOf() }),
  "markAdministration.change": () => ({ body: markOf() }),
  "markModeration.grant": ({ markId }) => ({ body: { markId } }),
  "markModeration.withdraw": ({ markId }) => ({ body: { markId } }),
  "legal.saveDraft": () => ({ body: { body: "The region runs this.", revision: 1 } }),
  "legal.publish": () => ({ body: { version: 2, revision: 1, agreeAgain: false } }),
  "setup.checkKey": () => ({ body: { key: "x" } }),
  "setup.createAdministrator": () => ({
    body: { key: "x", email, password: PASSWORD, firstName: "E", lastName: "V" },
  }),
  "accounts.signIn": () => ({ body: { email, password: PASSWORD } }),
  "auth.sendRegistrationCode": () => ({ body: { email } }),
  "auth.verifyRegistrationCode": () => ({ body: { email, otp: "000000" } }),
  "auth.register": ({ people }) => ({
    body: { email: people.host.email, phone: "+12025550123", firstName: "E", lastName: "V" },
  }),
  "auth.logIn": () => ({ body: { idToken: "x.y.z" } }),
  "auth.sendPasswordResetCode": () => ({ body: { email } }),
  "auth.resetPassword": () => ({ body: { email, otp: "000000", newPassword: PASSWORD } }),
  "auth.sendEmailVerification": () => ({ body: {} }),
  "auth.resendVerification": () => ({ body: { email } }),
  "auth.verifyEmail": () => ({ query: { token: "x" } }),
  "captcha.challenge": () => ({ query: { action: "sign-up" } }),
  "accountSettings.signOutEverywhere": () => ({ body: {} }),
  "accountSettings.changePassword": () => ({
    body: { currentPassword: "wrong", newPassword: PASSWORD },
  }),
  "accountSettings.changeEmail": () => ({ body: { password: "wrong", newEmail: email } }),
  "accountSettings.confirmEmailChange": () => ({ body: { newEmail: email, otp: "000000" } }),
  "accountSettings.undoEmailChange": () => ({ body: { token: "x" } }),
  "passkeys.register": () => ({
    body: { response: { ...credential, response: { ...answer, attestationObject: "x" } } },
  }),
  "passkeys.rename": () => ({ body: { name: "My phone" } }),
  "passkeys.signIn": () => ({
    body: { response: { ...credential, response: { ...answer, ...signature } } },
  }),
  "secondFactor.confirm": () => ({ body: { password: "wrong" } }),
  "secondFactor.turnOn": () => ({ body: { code: "000000" } }),
  "personalData.deleteAccount": () => ({ body: { password: "wrong" } }),
  "personalData.giveConsent": () => ({
    body: { documents: [{ document: "terms-of-use", version: "x" }] },
  }),
  "profiles.update": () => ({ body: { bio: "hello" } }),
  "places.predict": () => ({ query: { query: "frei" } }),
  "places.nearest": () => ({ query: { lat: 48, lng: 8 } }),
  "rides.nearby": () => ({ query: { ...pointOf(towns.freiburg) } }),
  "rides.search": () => ({ query: searchWholeDay }),
  "rides.nearMisses": () => ({
    query: { ...searchWholeDay, departsAfter: "2026-01-02T09:30:00Z" },
  }),
  "rides.nextBest": () => ({ query: searchWholeDay }),
  "rides.days": () => ({ query: { ...searchWholeDay, date: "2026-01-02", timeZone: "UTC" } }),
  "rides.costShare": () => ({
    body: { origin: towns.freiburg, destination: towns.koeln, seatsTotal: 3 },
  }),
  "rides.preview": () => ({ body: { ...freiburgToKoeln, departsAt: "2026-01-09T06:45:00.000Z" } }),
  "rides.measure": () => ({ body: { origin: towns.freiburg, destination: towns.koeln } }),
  "rides.walk": () => ({ body: { from: pointOf(towns.freiburg), to: pointOf(towns.freiburg) } }),
  "rides.host": () => ({ body: { ...freiburgToKoeln, departsAt: "2026-01-09T06:45:00.000Z" } }),
  "rides.change": () => ({ body: { note: "hello" } }),
  "rides.setPublic": () => ({ body: { isPublic: true } }),
  "rideSeries.host": () => ({
    body: { ride, time: "07:45", weekdays: [2], firstDay: "2026-01-12", lastDay: "2026-01-20" },
  }),
  "rideSeries.change": () => ({ body: { weekdays: [3] } }),
  "rideSeries.skip": () => ({ body: { day: "2026-01-19" } }),
  "rideTemplates.save": () => ({ body: { name: "A ride", ride } }),
  "meetingPoints.create": () => ({ body: meetingPoint }),
  "meetingPoints.change": () => ({ body: meetingPoint }),
  "meetingPoints.createForCommunity": () => ({ body: meetingPoint }),
  "meetingPoints.changeForCommunity": ({ communityPointId }) => ({
    params: { meetingPointId: communityPointId },
    body: meetingPoint,
  }),
  "meetingPoints.removeForCommunity": ({ communityPointId }) => ({
    params: { meetingPointId: communityPointId },
  }),
  "seatRequests.request": () => ({ body: {} }),
  "seatRequests.accept": ({ waitingId }) => ({ params: { requestId: waitingId } }),
  "seatRequests.reject": ({ waitingId }) => ({ params: { requestId: waitingId } }),
  "seatRequests.confirm": ({ aboardId }) => ({ params: { requestId: aboardId } }),
  "seatRequests.end": ({ aboardId }) => ({ params: { requestId: aboardId } }),
  "standby.join": () => ({ body: { seats: 3 } }),
  "transit.journeys": () => ({ query: searchWholeDay }),
  "transit.connections": () => ({
    query: {
      fromLat: towns.freiburg.lat,
      fromLng: towns.freiburg.lng,
      toLat: towns.koeln.lat,
      toLng: towns.koeln.lng,
      after: "2026-01-02T06:00:00Z",
      before: "2026-01-02T20:00:00Z",
      which: "next",
    },
  }),
  "transit.routeTrains": () => ({
    body: {
      points: [
        { ...pointOf(towns.freiburg), at: "2026-01-02T06:00:00Z" },
        { ...pointOf(towns.koeln), at: "2026-01-02T10:00:00Z" },
      ],
    },
  }),
  "rideReplacements.list": ({ aboardId }) => ({ params: { requestId: aboardId } }),
  "rideRequests.post": () => ({
    body: { ...karlsruheToBonn, departsBefore: "2026-01-12T06:00:00.000Z" },
  }),
  "rideRequests.nearby": () => ({ query: { ...pointOf(towns.karlsruhe) } }),
  "rideRequests.change": () => ({ body: { note: "hello" } }),
  "offers.make": () => ({ body: { departsAt: "2026-01-02T09:30:00.000Z", seats: 1 } }),
  "activeDrivers.activate": () => ({ body: { ...pointOf(towns.freiburg), seats: 2 } }),
  "activeDrivers.nearby": () => ({ query: { ...pointOf(towns.freiburg) } }),
  "activeDrivers.move": () => ({ body: pointOf(towns.freiburg) }),
  "notifications.read": ({ messageId }) => ({ body: { upTo: messageId } }),
  "notificationChannels.subscribe": () => ({ body: push }),
  "notificationChannels.unsubscribe": () => ({ body: { endpoint: push.endpoint } }),
  "notificationChannels.received": ({ messageId }) => ({ body: { batchId: messageId } }),
  "notificationChannels.changeSettings": () => ({ body: {} }),
  "notificationChannels.test": () => ({ body: { channel: "push" } }),
  "importedData.removeByLink": () => ({ body: { token: "x".repeat(43) } }),
  "notificationChannels.unsubscribeEmails": () => ({ query: { token: "x" } }),
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
  "tripStatements.read": () => ({ params: { year: "2026" } }),
  "tripOutcomes.confirmPickup": () => ({ body: { pin: CANARIES.pin } }),
  "tripOutcomes.markPaid": () => ({ body: { paid: true } }),
  "tripOutcomes.reportNoShow": () => ({ body: { fault: "nobody" } }),
  "tripOutcomes.answerNoShow": () => ({ body: { fault: "nobody" } }),
  "ratings.give": ({ people }, role) => ({
    body: { rated_uid: role === "host" ? people.passenger.uid : people.host.uid, rating: 5 },
  }),
  "ratings.change": ({ blindId }) => ({ params: { ratingId: blindId }, body: { rating: 4 } }),
  "ratings.remove": ({ blindId }) => ({ params: { ratingId: blindId } }),
  "ratings.reply": () => ({ body: { text: "Thank you" } }),
  "ratings.appeal": () => ({ body: { reason: "Not so" } }),
  "tripSafety.updatePosition": () => ({ body: pointOf(towns.freiburg) }),
  "tripSafety.announceDriver": ({ people }) => ({ body: { passengerUid: people.passenger.uid } }),
  "tripSafety.follow": ({ shareToken: token }) => ({ body: { token } }),
  "trustedContacts.name": () => ({ body: { name: "Mo", email: "mo@contact.test" } }),
  "trustedContacts.invitation": ({ contactToken: token }) => ({ body: { token } }),
  "trustedContacts.answer": ({ contactToken: token }) => ({ body: { token, agrees: true } }),
  "blocks.get": ({ people }) => ({ params: { blockedUid: people.blocked.uid } }),
  "reports.create": ({ messageId }) => ({
    body: { about: { kind: "message", id: messageId }, reason: "scam" },
  }),
  "moderation.resolve": () => ({ body: { outcome: "Looked at" } }),
  "moderation.searchPeople": () => ({ query: { query: "canary" } }),
  "moderation.warn": () => ({ body: { reason: "Please be kind" } }),
  "moderation.suspend": () => ({ body: { reason: "A test", days: 3 } }),
  "moderation.unsuspend": ({ people }) => ({
    params: { uid: people.suspended.uid },
    body: { reason: "A test" },
  }),
  "moderation.decideRatingAppeal": ({ appealedId }) => ({
    params: { ratingId: appealedId },
    body: { hide: true, reason: "A test" },
  }),
  "moderation.hideRating": () => ({ body: { reason: "A test" } }),
  "moderation.showRating": ({ hiddenId }) => ({
    params: { ratingId: hiddenId },
    body: { reason: "A test" },
  }),
  "moderation.hide": ({ rideId }) => ({
    body: { about: { kind: "ride", id: rideId }, reason: "A test" },
  }),
  "moderation.show": () => ({ body: { reason: "A test" } }),
  "moderation.decideRemovalAppeal": ({ appealedHidingId }) => ({
    params: { removalId: appealedHidingId },
    body: { show: true, reason: "A test" },
  }),
  "contentRemovals.appeal": () => ({ body: { reason: "Not so" } }),
  "calendar.createFeed": () => ({ body: {} }),
  "calendar.changeFeed": () => ({ body: { reminderMinutes: 15 } }),
  "groups.create": () => ({ body: groupOf() }),
  "groups.change": () => ({ body: groupOf() }),
  "groups.join": () => ({ body: { message: null } }),
  "groups.openInvitation": ({ groupCode: code }) => ({ body: { code } }),
  "groups.acceptInvitation": ({ groupCode: code }) => ({ body: { code } }),
  "groupManagement.decide": ({ people }) => ({
    params: { uid: people.seeker.uid },
    body: { isAccepted: true },
  }),
  "groupManagement.setRole": ({ people }) => ({
    params: { uid: people.passenger.uid },
    body: { role: "manager" },
  }),
  "groupManagement.removeMember": ({ people }) => ({ params: { uid: people.passenger.uid } }),
  "groupAdministration.setManager": ({ people }) => ({ body: { uid: people.passenger.uid } }),
  "events.create": () => ({ body: event }),
  "events.change": () => ({ body: event }),
  "community.createAnnouncement": () => ({ body: { text: "Hello" } }),
  "community.changeRules": () => ({ body: {} }),
  "community.createInvite": () => ({ body: { label: "A test" } }),
};

export interface RequestSpec extends Required<Pick<RequestParts, "query">> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly body: object | undefined;
}

const byName = new Map(endpoints.map(({ name, endpoint }) => [name, endpoint]));

/** Names of all endpoints of the contract and of the variants. */
export const CALLS: readonly string[] = [...byName.keys(), ...Object.keys(variants)];

/** The name of the endpoint in the contract. */
export const endpointNameOf = (name: string): string => variants[name]?.of ?? name;
export const endpointNamed = (name: string) => byName.get(endpointNameOf(name));

export function buildRequest(name: string, scene: Scenario, role: Role): RequestSpec {
  const endpoint = endpointNamed(name);
  if (!endpoint) throw new Error(`There is no endpoint ${name}.`);
  const say = variants[name]?.build ?? build[name];
  const { params, query = {}, body } = say?.(scene, role) ?? {};
  const values = { ...paramsOf(scene), ...params };
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, param: string) =>
    encodeURIComponent(values[param] ?? "missing"),
  );
  return { method: endpoint.method, path, query, body };
}

const pointOf = ({ lat, lng }: { lat: number; lng: number }) => ({ lat, lng });
