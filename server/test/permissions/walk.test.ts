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

/** What facts and letters of the whole story told whom it is not for, in which the driver of the scene learns where only once that was agreed. */
async function leaksInStory(world: World, where: { state: State; scene: Scene }): Promise<string[]> {
  const facts = await factsTold(world, where.scene);
  const letters = await lettersSent(world, where.scene);
  expect(letters.length).toBeGreaterThan(0);
  const driver = facts.filter(({ to }) => to === "passenger");
  const agreed = driver.findIndex(({ name }) => name === "offer.accepted");
  const before = driver.slice(0, agreed).filter(({ name }) => name !== "seat-request.accepted");
  expect(before.length).toBeGreaterThan(0);
  expect(knows(before, "passenger", "exactPlace")).toBe(false);
  expect(knows(driver, "passenger", "exactPlace")).toBe(true);
  return leaksIn([...facts, ...letters], knownIn(where));
}

test(
  "[issue6/privacy:walk] no fact of the live line and no letter tells anybody what is not for them, and a day after the ride no call tells a phone number any more",
  { timeout: 120_000 },
  async () => {
    const world = await openWorld();
    const scene = await setScene(world, "over");
    const where = { state: "over", scene } as const;
    expect(knows(await answersOf(world, scene, ["passenger"]), "passenger", "phone")).toBe(true);
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
