import type { SavedSearch } from "@commonlane/contract/saved-searches";
import { RideIndex } from "#modules/rides/index.ts";
import { demandAlerts } from "#modules/saved-searches/index.ts";
import type { Context } from "#platform/context.ts";
import { karlsruheToBonn } from "./journeys.ts";
import { untilRead } from "./until-read.ts";
import type { Person, World } from "./world.ts";

/** Everybody has been told of what happened so far. One step may not do: transactions of other tests hold it back. */
export async function allAlerted(ctx: Context, step = demandAlerts(ctx, new RideIndex(ctx))): Promise<void> {
  await untilRead(ctx, "demand-alerts", step);
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
