import { sql } from "kysely";
import { openDatabase } from "../../../server/src/platform/db/database.ts";
import { createRandom, logProgress } from "../bench.ts";
import { fillUsers } from "../sockets/people.ts";
import { fillRides } from "../support/fill-rides.ts";
import type { ChatUsers, Room } from "./chat-types.ts";

const PEOPLE = { least: 2, most: 5 };

/** Fills a new data folder with rides that have a conversation of 2 to 5 users each; returns the users' tokens. */
export async function fillConversations(folder: string, conversations: number): Promise<ChatUsers> {
  const { rideIds } = await fillRides(folder, conversations);
  const people = await fillUsers(folder, conversations);
  const random = createRandom(7);
  const membersOf = (n: number) => {
    const size = PEOPLE.least + Math.floor(random() * (PEOPLE.most - PEOPLE.least + 1));
    return Array.from({ length: size }, (_, m) => (n + m) % people.length);
  };
  const { db, close } = await openDatabase({ folder, onLost: logProgress });
  try {
    const { rows } = await sql<{ id: string }>`
      insert into conversation (kind, ride_id, last_at) select 'ride', id, now() from unnest(${rideIds}::uuid[]) id
      returning id`.execute(db);
    const rooms = rows.map(({ id }, n): Room => ({ id, members: membersOf(n) }));
    const pairs = rooms.flatMap(({ id, members }) =>
      members.map((member) => [id, people[member]?.uid ?? ""] as const),
    );
    await sql`
      insert into conversation_member (conversation_id, uid)
      select * from unnest(${pairs.map(([id]) => id)}::uuid[], ${pairs.map(([, uid]) => uid)}::uuid[])`.execute(
      db,
    );
    return { tokens: people.map(({ token }) => token), rooms };
  } finally {
    await close();
  }
}
