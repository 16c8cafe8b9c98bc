import type { PassageFault } from "@commonlane/contract/passages";
import type { SeatRequestStatus } from "@commonlane/contract/seat-requests";
import { type RawBuilder, type Selectable, sql } from "kysely";
import { isAgreed } from "#modules/safety/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema.ts";

type Side = "seeker" | "host";

/** How it went for one passenger, with what is needed of the seat request and its ride. */
export type PassageRow = Selectable<Schema["passage"]> & {
  readonly ride_id: string;
  readonly seeker_id: string;
  readonly host_id: string;
  readonly status: SeatRequestStatus;
  readonly departs_at: Date;
  /** When the ride arrived, for what has. */
  readonly ended_at: Date | null;
};

const PASSAGE = sql`
  select passage.*, ride_id, seeker_id, host_id, seat_request.status, departs_at, ended_at
  from passage join seat_request on seat_request.id = seat_request_id join ride on ride.id = ride_id`;

export async function findPassage({ db }: Context, passageId: string): Promise<PassageRow | undefined> {
  const { rows } = await sql<PassageRow>`${PASSAGE} where seat_request_id = ${passageId} and ${isAgreed}`.execute(db);
  return rows[0];
}

/** Those of a ride that this person has a part in. */
export async function passagesOn({ db }: Context, rideId: string, uid: string): Promise<PassageRow[]> {
  const { rows } = await sql<PassageRow>`
    ${PASSAGE} where ride_id = ${rideId} and ${isAgreed} and ${uid} in (seeker_id, host_id) order by seat_request_id`.execute(
    db,
  );
  return rows;
}

/** The booked seat requests, of a ride or the one, that have no passage yet. */
export async function withoutPassage(
  { db }: Context,
  of: { readonly rideId: string } | { readonly passageId: string },
): Promise<string[]> {
  const whose = "rideId" in of ? sql`ride_id = ${of.rideId}` : sql`id = ${of.passageId}`;
  const { rows } = await sql<{ id: string }>`
    select id from seat_request where ${whose} and ${isAgreed}
      and not exists (select 1 from passage where seat_request_id = seat_request.id)`.execute(db);
  return rows.map(({ id }) => id);
}

/** Makes a passage; nothing where there is one. */
export async function insertPassage({ db }: Context, passageId: string, pin: string): Promise<void> {
  await db
    .insertInto("passage")
    .values({ seat_request_id: passageId, pin })
    .onConflict((made) => made.doNothing())
    .execute();
}

async function changed({ db }: Context, statement: RawBuilder<unknown>): Promise<boolean> {
  const { numAffectedRows = 0n } = await statement.execute(db);
  return numAffectedRows > 0n;
}

/** One try at the PIN, which counts whether or not it is right; false where there is none left, or nothing to try for. */
export const tryPin = (ctx: InTransaction, passageId: string, pin: string, triesMost: number): Promise<boolean> =>
  changed(
    ctx,
    sql`update passage set pin_tries = pin_tries + (pin <> ${pin})::int,
        picked_up_at = case when pin = ${pin} then ${ctx.now()}::timestamptz end
      from seat_request where seat_request.id = seat_request_id and seat_request_id = ${passageId}
        and status = 'accepted' and picked_up_at is null and pin_tries < ${triesMost}`,
  );

/** Notes what a side says of the contribution; what was said first keeps its hour. */
export const notePaid = (ctx: InTransaction, passageId: string, side: Side, paid: boolean): Promise<boolean> => {
  const column = sql.ref(side === "seeker" ? "paid_at" : "received_at");
  return changed(
    ctx,
    sql`update passage set ${column} = case when ${paid} then coalesce(${column}, ${ctx.now()}::timestamptz) end
      from seat_request where seat_request.id = seat_request_id and seat_request_id = ${passageId} and ${isAgreed}`,
  );
};

export interface Saying {
  readonly side: Side;
  readonly fault: PassageFault;
  readonly note: string | null;
}

/**
 * One side says that the two did not travel: the seat request becomes disputed and the passage keeps what was said, in one
 * statement. Only what arrived after `since` can be, and only where no pickup was proved.
 */
export const dispute = (
  ctx: InTransaction,
  passageId: string,
  { side, fault, note }: Saying,
  { since, answerUntil }: { since: Date; answerUntil: Date },
): Promise<boolean> =>
  changed(
    ctx,
    sql`with moved as (
        update seat_request set status = 'disputed'
        where id = ${passageId} and status = 'completed' and ended_at > ${since}
          and exists (select 1 from passage where seat_request_id = ${passageId} and picked_up_at is null)
        returning id)
      update passage set said_by = ${side}, said_fault = ${fault}, said_note = ${note}, said_at = ${ctx.now()},
        answer_until = ${answerUntil}
      from moved where seat_request_id = moved.id`,
  );

/** The other side answers: where both say the same it is so, and where they do not it is nobody's fault. */
export const answerDispute = (ctx: InTransaction, passageId: string, { side, fault, note }: Saying): Promise<boolean> =>
  changed(
    ctx,
    sql`update passage set answer_fault = ${fault}, answer_note = ${note}, answered_at = ${ctx.now()},
        outcome = case when said_fault = ${fault} then said_fault else 'nobody' end, settled_at = ${ctx.now()}
      where seat_request_id = ${passageId} and said_by <> ${side} and settled_at is null
        and answer_until > ${ctx.now()}`,
  );

/** What was not answered in time is as it was said; at most `limit` at once. */
export async function settleDue({ db, now }: InTransaction, limit: number): Promise<string[]> {
  const { rows } = await sql<{ seat_request_id: string }>`
    update passage set outcome = said_fault, settled_at = ${now()}
    where seat_request_id in (
      select seat_request_id from passage where said_at is not null and settled_at is null and answer_until <= ${now()}
      order by answer_until limit ${limit} for update skip locked)
    returning seat_request_id`.execute(db);
  return rows.map(({ seat_request_id }) => seat_request_id);
}
