import { DomainEvent } from "@commonlane/contract/live";
import { expect, test } from "vitest";
import { fromEventColumns, toEventColumns } from "./event-columns.ts";

const [A, B, C] = ["a", "b", "c"].map((digit) => `01a204bf-db82-7c05-aa3f-${digit.repeat(12)}`);
const id = (value: string | undefined) => value ?? "";
const seatRequest = { id: id(A), rideId: id(B), seekerId: id(C) };

const stored: readonly [DomainEvent, (string | undefined | null)[], object | null][] = [
  [{ type: "seat-request.created", seatRequest }, [A, B, C], null],
  [{ type: "seat-request.accepted", seatRequest, by: "instant" }, [A, B, C], { by: "instant" }],
  [
    {
      type: "seat-request.cancelled",
      seatRequest: { ...seatRequest, endedBy: "host", pickupAt: "2026-03-01T08:00:00Z" },
    },
    [A, B, C],
    { seatRequest: { endedBy: "host", pickupAt: "2026-03-01T08:00:00Z" } },
  ],
  [{ type: "ride.changed", rideId: id(A), seatsTaken: true }, [A], { seatsTaken: true }],
  [
    { type: "chat.message-sent", conversationId: id(A), ordinal: 3, senderUid: null },
    [A, null],
    { ordinal: 3 },
  ],
  [
    { type: "notification.created", notification: { id: id(A), kind: "ride.changed" } },
    [A],
    { notification: { kind: "ride.changed" } },
  ],
  [
    { type: "trip-outcome.settled", outcomeId: id(A), rideId: id(B), by: "host", absentUid: id(C) },
    [A, B],
    { by: "host", absentUid: C },
  ],
  [{ type: "report.changed" }, [], null],
];

test.for(stored)("$0.type is stored by its ids and restored unchanged", ([event, ids, details]) => {
  const columns = toEventColumns(event);
  expect(columns).toEqual({ type: event.type, ids, details });
  // As the database returns it.
  expect(fromEventColumns(structuredClone(columns))).toEqual(event);
  expect(DomainEvent.parse(fromEventColumns(columns))).toEqual(event);
});

test("an event whose ids are no UUIDs is stored whole, with the ids found in it", () => {
  const event: DomainEvent = {
    type: "chat.message-sent",
    conversationId: "x",
    ordinal: 1,
    senderUid: id(A),
  };
  expect(toEventColumns(event)).toEqual({ type: event.type, ids: [A], details: event });
  expect(fromEventColumns(toEventColumns(event))).toEqual(event);
});

/** Events of the last days are stored in this form: a field may be added at the end of the ids, but never moved. */
test("the order of the ids that are stored", () => {
  const zero = "00000000-0000-0000-0000-000000000000";
  const numbered = [...Array(4).keys()].map((n) => zero.slice(0, -1) + String(n));
  const fields = DomainEvent.def.options.map((option) => {
    const type = String(option.shape.type.def.values[0]);
    return JSON.stringify(fromEventColumns({ type, ids: numbered, details: null })).replaceAll(
      /0{8}(-0{4}){3}-0{11}/g,
      "",
    );
  });
  expect(fields.toSorted()).toMatchInlineSnapshot(`
    [
      "{"type":"active-driver.activated","uid":"0"}",
      "{"type":"active-driver.ended","uid":"0"}",
      "{"type":"block.changed","uid":"0"}",
      "{"type":"bulletin.changed"}",
      "{"type":"chat.conversation-changed","conversationId":"0"}",
      "{"type":"chat.message-delivered","conversationId":"0","uid":"1"}",
      "{"type":"chat.message-read","conversationId":"0","uid":"1"}",
      "{"type":"chat.message-sent","conversationId":"0","senderUid":"1"}",
      "{"type":"community-event.changed","eventId":"0"}",
      "{"type":"community-settings.changed"}",
      "{"type":"group.membership-changed","groupId":"0","uid":"1"}",
      "{"type":"notification.changed"}",
      "{"type":"notification.created","notification":{"id":"0"}}",
      "{"type":"offer.accepted","offer":{"id":"0","requestId":"1"}}",
      "{"type":"offer.created","offer":{"id":"0","requestId":"1"}}",
      "{"type":"offer.declined","offer":{"id":"0","requestId":"1"}}",
      "{"type":"offer.expired","offer":{"id":"0","requestId":"1"}}",
      "{"type":"offer.withdrawn","offer":{"id":"0","requestId":"1"}}",
      "{"type":"rating.changed","ratingId":"0"}",
      "{"type":"rating.published","ratingId":"0","raterUid":"1","ratedUid":"2"}",
      "{"type":"rating.replied","ratingId":"0","raterUid":"1","ratedUid":"2"}",
      "{"type":"report.changed"}",
      "{"type":"ride-request.cancelled","rideRequest":{"id":"0"}}",
      "{"type":"ride-request.changed","rideRequest":{"id":"0"}}",
      "{"type":"ride-request.expired","rideRequest":{"id":"0"}}",
      "{"type":"ride-request.matched","rideRequest":{"id":"0"}}",
      "{"type":"ride-request.posted","rideRequest":{"id":"0"}}",
      "{"type":"ride-requests.changed"}",
      "{"type":"ride.cancelled","rideId":"0"}",
      "{"type":"ride.changed","rideId":"0"}",
      "{"type":"ride.hosted","rideId":"0"}",
      "{"type":"saved-search.changed","savedSearchId":"0"}",
      "{"type":"saved-search.saved","savedSearchId":"0"}",
      "{"type":"seat-request.accepted","seatRequest":{"id":"0","rideId":"1","seekerId":"2"}}",
      "{"type":"seat-request.cancelled","seatRequest":{"id":"0","rideId":"1","seekerId":"2"}}",
      "{"type":"seat-request.completed","seatRequest":{"id":"0","rideId":"1","seekerId":"2"}}",
      "{"type":"seat-request.confirmed","seatRequest":{"id":"0","rideId":"1","seekerId":"2"}}",
      "{"type":"seat-request.created","seatRequest":{"id":"0","rideId":"1","seekerId":"2"}}",
      "{"type":"seat-request.expired","seatRequest":{"id":"0","rideId":"1","seekerId":"2"}}",
      "{"type":"seat-request.rejected","seatRequest":{"id":"0","rideId":"1","seekerId":"2"}}",
      "{"type":"seat-request.withdrawn","seatRequest":{"id":"0","rideId":"1","seekerId":"2"}}",
      "{"type":"session.ended","sessionId":"0"}",
      "{"type":"standby.changed","rideId":"0"}",
      "{"type":"trip-outcome.changed","outcomeId":"0","rideId":"1"}",
      "{"type":"trip-outcome.disputed","outcomeId":"0","rideId":"1"}",
      "{"type":"trip-outcome.settled","outcomeId":"0","rideId":"1"}",
      "{"type":"trip-safety.changed","rideId":"0"}",
      "{"type":"trust-mark.changed","markId":"0"}",
      "{"type":"trusted-contacts.changed"}",
    ]
  `);
});
