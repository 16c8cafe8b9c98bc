import type { Notice } from "@commonlane/contract/notices";
import { sql } from "kysely";
import { noticesOfFacts } from "#modules/notices/index.ts";
import type { Context } from "#platform/context.ts";
import type { Step } from "#platform/events.ts";
import type { Person, World } from "./world.ts";

/** Everything that happened so far has become notices. One step may not do: transactions of other tests hold it back. */
export async function allNoticed(ctx: Context, step: Step = noticesOfFacts(ctx)): Promise<void> {
  for (;;) {
    await step();
    const { rows } = await sql<{ left: boolean }>`
      select exists (select 1 from event where not exists (select 1 from follower
        where name = 'notices' and (follower.xid, follower.id) >= (event.xid, event.id))) as left`.execute(ctx.db);
    if (!rows[0]?.left) return;
  }
}

/** What this person was told, newest first, after all that happened. */
export async function noticesOf(world: World, as: Person): Promise<Notice[]> {
  await allNoticed(world.ctx);
  return (await world.call<{ items: Notice[] }>("GET", "/notices", { as, query: { limit: 100 } })).body.items;
}

export const kindsOf = (notices: readonly Notice[]): string[] => notices.map(({ kind }) => kind);
