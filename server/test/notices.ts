import type { Notice } from "@commonlane/contract/notices";
import { noticesOfFacts } from "#modules/notices/index.ts";
import { records } from "#records.ts";
import type { Context } from "#platform/context.ts";
import type { Step } from "#platform/events.ts";
import { untilRead } from "./until-read.ts";
import type { Person, World } from "./world.ts";

/** Everything that happened so far has become notices. One step may not do: transactions of other tests hold it back. */
export async function allNoticed(ctx: Context, step: Step = noticesOfFacts(ctx, records)): Promise<void> {
  await untilRead(ctx, "notices", step);
}

/** What this person was told, newest first, after all that happened. */
export async function noticesOf(world: World, as: Person): Promise<Notice[]> {
  await allNoticed(world.ctx);
  return (await world.call<{ items: Notice[] }>("GET", "/notices", { as, query: { limit: 100 } })).body.items;
}

export const kindsOf = (notices: readonly Notice[]): string[] => notices.map(({ kind }) => kind);
