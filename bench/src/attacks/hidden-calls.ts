import type { Method } from "./community.ts";

/** Ids of things that the caller may not see. */
export interface HiddenIds {
  readonly ride: string;
  readonly series: string;
  readonly request: string;
  readonly seat: string;
  readonly event: string;
  readonly group: string;
  readonly host: string;
}

interface HiddenCall {
  readonly method: Method;
  readonly path: string;
  readonly body?: object;
  readonly query?: Readonly<Record<string, string>>;
}

const get = (path: string, query = {}): HiddenCall => ({ method: "GET", path, query });
const post = (path: string, body?: object): HiddenCall => ({
  method: "POST",
  path,
  ...(body && { body }),
});
const put = (path: string, body: object): HiddenCall => ({ method: "PUT", path, body });
const remove = (path: string, body?: object): HiddenCall => ({
  method: "DELETE",
  path,
  ...(body && { body }),
});

const ENDS = {
  origin: { label: "Freiburg", lat: 47.9959, lng: 7.8522 },
  destination: { label: "Köln", lat: 50.9331, lng: 6.95 },
};
const SEARCH = { fromLat: "47.9959", fromLng: "7.8522", toLat: "50.9331", toLng: "6.95" };
/** An open group, as its form sends it. */
export const groupOf = (name: string, isListed: boolean) => ({
  name,
  description: null,
  joining: "open",
  requiredMarkId: null,
  isListed,
  showsSize: true,
  memberList: "members",
});

interface Times {
  readonly departsAt: string;
  readonly event: object;
}

/** Every call of a member about a ride, series, request, booking, event or group, with a valid body. */
export const hiddenCalls = (ids: HiddenIds, times: Times): HiddenCall[] => [
  ...callsAboutRide(ids),
  ...callsAboutSeriesAndSeat(ids, times),
  ...callsAboutRequest(ids, times),
  ...callsAboutEventAndGroup(ids, times),
  ...callsForGroup(ids, times),
];

function callsAboutRide(ids: HiddenIds): HiddenCall[] {
  const ride = `/rides/${ids.ride}`;
  return [
    get(ride),
    put(ride, { note: "hello" }),
    put(`${ride}/public`, { isPublic: true }),
    remove(ride),
    post(`${ride}/complete`),
    post(`${ride}/request`, {}),
    post(`${ride}/request`, { seats: 3, pickup: ENDS.origin }),
    get(`${ride}/requests`),
    post(`${ride}/requests/${ids.seat}/accept`),
    post(`${ride}/requests/${ids.seat}/reject`),
    get(`${ride}/standby`),
    post(`${ride}/standby`, { seats: 1 }),
    get(`${ride}/conversation`),
    get(`${ride}/trip-outcomes`),
    get(`${ride}/contacts`),
    get(`/ratings/ride/${ids.ride}`),
    get(`${ride}/trip-safety`),
    post(`${ride}/shares`),
    remove(`${ride}/shares/${ids.seat}`),
    put(`${ride}/shares/position`, { lat: 48, lng: 8 }),
    post(`${ride}/arrived`),
    get(`${ride}/driver-approach`),
    post(`${ride}/driver-here`, { passengerUid: ids.host }),
    get(`${ride}/calendar`),
    get("/requests/nearby", { rideId: ids.ride }),
    get("/rides/my-requests", { rideId: ids.ride }),
    post("/chat/conversations", { withUid: ids.host, rideId: ids.ride }),
    post("/ratings", { rated_uid: ids.host, ride_id: ids.ride, rating: 5 }),
    post("/meeting-points", {
      name: "Station",
      kind: "station",
      lat: 48,
      lng: 8,
      rideId: ids.ride,
    }),
    post("/reports", { about: { kind: "ride", id: ids.ride }, reason: "scam" }),
  ];
}

function callsAboutSeriesAndSeat(ids: HiddenIds, { departsAt }: Times): HiddenCall[] {
  const series = `/rides/series/${ids.series}`;
  const seat = `/rides/requests/${ids.seat}`;
  const outcome = `/trip-outcomes/${ids.seat}`;
  return [
    get(series),
    get(`${series}/rides`),
    put(series, { weekdays: [3] }),
    post(`${series}/skip`, { day: departsAt.slice(0, 10) }),
    remove(series),
    post(`/imported-data/series/${ids.series}`),
    remove(`/rides/standby/${ids.seat}`),
    remove(`/rides/offers/${ids.seat}`),
    post(`${seat}/confirm`, {}),
    remove(seat),
    get(`${seat}/replacements`),
    post(`${outcome}/pickup`, { pin: "123456" }),
    post(`${outcome}/paid`, { paid: true }),
    post(`${outcome}/no-show`, { fault: "nobody" }),
    post(`${outcome}/no-show/answer`, { fault: "nobody" }),
    post("/reports", { about: { kind: "seat-request", id: ids.seat }, reason: "scam" }),
  ];
}

function callsAboutRequest(ids: HiddenIds, { departsAt }: Times): HiddenCall[] {
  const request = `/requests/${ids.request}`;
  const offers = `/rides/requests/${ids.request}`;
  return [
    get(request),
    put(request, { note: "hello" }),
    get(`${offers}/fitting-rides`),
    post(`${offers}/offer`, { departsAt, seats: 1 }),
    get(`${offers}/offers`),
    post(`${offers}/offers/${ids.seat}/accept`),
    post(`${offers}/offers/${ids.seat}/decline`),
    post("/reports", { about: { kind: "request", id: ids.request }, reason: "scam" }),
  ];
}

function callsAboutEventAndGroup(ids: HiddenIds, times: Times): HiddenCall[] {
  const event = `/events/${ids.event}`;
  const group = `/groups/${ids.group}`;
  return [
    get(event),
    put(event, times.event),
    remove(event),
    get(`${event}/rides`),
    get(`${event}/calendar`),
    get("/rides/all", { eventId: ids.event }),
    get(group),
    put(group, groupOf("A club", true)),
    remove(group),
    post(`${group}/join`, { message: null }),
    post(`${group}/leave`),
    get(`${group}/members`),
    get(`${group}/join-requests`),
    post(`${group}/join-requests/${ids.host}`, { isAccepted: true }),
    put(`${group}/members/${ids.host}`, { role: "manager" }),
    remove(`${group}/members/${ids.host}`),
    get(`${group}/invitation`),
    post(`${group}/invitation`),
    remove(`${group}/invitation`),
    get(`${group}/statistics`),
    get(`/rides/for-members/${ids.group}`),
  ];
}

/** Things for the members of a group. */
function callsForGroup(ids: HiddenIds, { departsAt, event }: Times): HiddenCall[] {
  return [
    post("/rides/preview", { ...ENDS, departsAt, seatsTotal: 3, membersOf: ids.group }),
    post("/rides", { ...ENDS, departsAt, seatsTotal: 3, membersOf: ids.group }),
    post("/requests", {
      ...ENDS,
      departsAfter: departsAt,
      departsBefore: departsAt,
      membersOf: ids.group,
    }),
    post("/events", { ...event, membersOf: ids.group }),
    get("/rides/search", {
      ...SEARCH,
      departsAfter: departsAt,
      departsBefore: departsAt,
      membersOf: ids.group,
    }),
  ];
}
