import { HOUR_MS } from "@commonlane/contract/durations";
import { expect, test } from "vitest";
import { openWorld, type World } from "../world.ts";
import { answersOf, factsTold, knows, leaksIn, lettersSent, type Told } from "./hearing.ts";
import { ROLES, type Scene, setScene, type State } from "./scene.ts";
import { type Canary } from "./canaries.ts";
import { mayKnow } from "./secrets.ts";

const knownIn =
  (where: { state: State; scene: Scene }) =>
  (canary: Canary, { to, name }: Told): boolean =>
    mayKnow(canary, { reader: to, name, ...where });

/** What facts and e-mails of the whole story tell people it is not for. Facts name records, so not even who may know a place reads it there. */
async function leaksInStory(world: World, where: { state: State; scene: Scene }): Promise<string[]> {
  const facts = await factsTold(world, where.scene);
  const letters = await lettersSent(world, where.scene);
  expect(letters.length).toBeGreaterThan(0);
  expect(facts.map(({ name }) => name)).toContain("offer.accepted");
  for (const role of ROLES) expect([role, knows(facts, role, "exactPlace")]).toEqual([role, false]);
  return leaksIn([...facts, ...letters], knownIn(where));
}

test(
  "[issue6/privacy:walk] no fact of the live line and no letter tells anybody what is not for them, and a day after the ride no call tells a phone number any more",
  { timeout: 120_000 },
  async () => {
    const world = await openWorld();
    const scene = await setScene(world, "over");
    const where = { state: "over", scene } as const;
    const answers = await answersOf(world, scene, ["passenger"]);
    for (const canary of ["phone", "exactPlace"] as const) expect(knows(answers, "passenger", canary)).toBe(true);
    expect(await leaksInStory(world, where)).toEqual([]);
    world.world.now = new Date(world.world.now.getTime() + 25 * HOUR_MS);
    const later = await answersOf(world, scene, ROLES);
    expect(leaksIn(later, knownIn(where))).toEqual([]);
    // Moderators judge by what is so.
    expect(ROLES.filter((role) => knows(later, role, "phone"))).toEqual(["host", "moderator"]);
  },
);

test("[issue6/privacy:walk] nor where the ride was cancelled", { timeout: 120_000 }, async () => {
  const world = await openWorld();
  const scene = await setScene(world, "cancelled");
  expect(await leaksInStory(world, { state: "cancelled", scene })).toEqual([]);
});
