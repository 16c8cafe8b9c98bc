import type { ModeratorAct } from "@commonlane/contract/moderation";
import { giveRole } from "#modules/moderation/index.ts";
import type { Person, World } from "./world.ts";

/** Somebody who moderates, by the name of Mo. */
export async function moderatorOf(world: World): Promise<Person> {
  const moderator = await world.person({ firstName: "Mo", lastName: "Derator" });
  await giveRole(world.ctx, moderator.email);
  return moderator;
}

/** What was written down so far, the oldest first; without who looked at the log. */
export async function actsOf(world: World, as: Person): Promise<ModeratorAct[]> {
  const { body } = await world.call<{ items: ModeratorAct[] }>("GET", "/moderation/acts", {
    as,
    query: { limit: 100 },
  });
  return body.items.filter(({ call }) => call !== "moderation.acts").toReversed();
}
