import { sql } from "kysely";
import { openDatabase } from "../../../server/src/platform/db/database.ts";
import { draws, say } from "../bench.ts";
import { fillPeople } from "../lines/people.ts";
import { fillRides } from "../support/thousand-rides.ts";
import type { Crowd, Room } from "./talk-shapes.ts";

const PEOPLE = { least: 2, most: 5 };

/** So many rides with a conversation of 2 to 5 people each, and everybody's token, in a new data folder. */
export async function fillCrowd(folder: string, conversations: number): Promise<Crowd> {
  const { rideIds } = await fillRides(folder, conversations);
  const people = await fillPeople(folder, conversations);
  const random = draws(7);
  const membersOf = (n: number) => {
    const size = PEOPLE.least + Math.floor(random() * (PEOPLE.most - PEOPLE.least + 1));
    return Array.from({ length: size }, (_, m) => (n + m) % people.length);
  };
  const { db, close } = await openDatabase({ folder, onLost: say });
  try {
    const { rows } = await sql<{ id: string }>`
      insert into conversation (kind, ride_id, last_at) select 'ride', id, now() from unnest(${rideIds}::uuid[]) id
      returning id`.execute(db);
    const rooms = rows.map(({ id }, n): Room => ({ id, members: membersOf(n) }));
    const pairs = rooms.flatMap(({ id, members }) => members.map((member) => [id, people[member]?.uid ?? ""] as const));
    await sql`
      insert into conversation_member (conversation_id, uid)
      select * from unnest(${pairs.map(([id]) => id)}::uuid[], ${pairs.map(([, uid]) => uid)}::uuid[])`.execute(db);
    return { tokens: people.map(({ token }) => token), rooms };
  } finally {
    await close();
  }
}
