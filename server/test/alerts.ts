import type { SavedSearch } from "@commonlane/contract/saved-searches";
import { sql } from "kysely";
import { RideIndex } from "#modules/rides/index.ts";
import { demandAlerts } from "#modules/saved-searches/index.ts";
import type { Context } from "#platform/context.ts";
import { karlsruheToBonn } from "./journeys.ts";
import type { Person, World } from "./world.ts";

/** Everybody has been told of what happened so far. One step may not do: transactions of other tests hold it back. */
export async function allAlerted(ctx: Context, step = demandAlerts(ctx, new RideIndex(ctx))): Promise<void> {
  for (;;) {
    await step();
    const { rows } = await sql<{ left: boolean }>`
      select exists (select 1 from event where not exists (select 1 from follower
        where name = 'demand-alerts' and (follower.xid, follower.id) >= (event.xid, event.id))) as left`.execute(
      ctx.db,
    );
    if (!rows[0]?.left) return;
  }
}

/** Saves a search through the API, Karlsruhe to Bonn tomorrow morning unless said otherwise; fails the test when it is refused. */
export async function saveSearch(world: World, as: Person, said: object = {}): Promise<SavedSearch> {
  const { status, body } = await world.call<SavedSearch>("POST", "/saved-searches", {
    as,
    body: { ...karlsruheToBonn, ...said },
  });
  if (status !== 201) throw new Error(`Saving answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
