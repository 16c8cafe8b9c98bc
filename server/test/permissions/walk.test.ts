import { endpoints } from "@commonlane/contract/all";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { noticeSweeps, noticeWorkers } from "#modules/notices/index.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { allNoticed } from "../notices.ts";
import { openWorld, type World } from "../world.ts";
import { callOf } from "./calls.ts";
import { type Canary, type Role, ROLES, type Scene, setScene, type State } from "./scene.ts";
import { mayKnow, type Reply, told } from "./secrets.ts";

const HOUR_MS = 3_600_000;
const READS = endpoints.flatMap(({ name, endpoint }) => (endpoint.method === "GET" ? [name] : []));

/** What somebody was told, and by which call or way. */
interface Told extends Reply {
  readonly name: string;
}
const roleOf = ({ people }: Scene, is: (person: { uid: string; email: string }) => boolean): Role | undefined =>
  ROLES.find((role) => role !== "nobody" && is(people[role]));

/** Every fact of the live line that went to somebody, oldest first. */
async function factsTold({ db }: World, scene: Scene): Promise<Told[]> {
  const { rows } = await sql<{ topic: string; fact: { type: string } }>`
    select topic, fact from event where topic like 'user:%' order by xid, id`.execute(db);
  return rows.flatMap(({ topic, fact }) => {
    const to = roleOf(scene, ({ uid }) => topic === `user:${uid}`);
    return to ? [{ to, name: fact.type, body: fact }] : [];
  });
}

/** Every letter that goes out when nobody reads their notices for an hour. */
async function lettersSent(world: World, scene: Scene): Promise<Told[]> {
  await allNoticed(world.ctx);
  world.world.now = new Date(world.world.now.getTime() + HOUR_MS);
  for (const sweep of noticeSweeps) await runSweep(world.ctx, sweep);
  await world.jobs.runDue(world.ctx, noticeWorkers());
  return world.mail.flatMap(({ to: address, ...letter }) => {
    const to = roleOf(scene, ({ email }) => email === address);
    return to ? [{ to, name: "a letter", body: letter }] : [];
  });
}

/** What every call that reads answers these. */
async function answersOf(world: World, scene: Scene, roles: readonly Role[]): Promise<Told[]> {
  const answers: Told[] = [];
  for (const name of READS) {
    for (const role of roles) {
      const { method, path, query } = callOf(name, scene, role);
      const as = role === "nobody" ? undefined : scene.people[role];
      const bearer = as && (role === "suspended" || role === "ended" ? { token: as.token } : as);
      answers.push({ to: role, name, body: (await world.call(method, path, { as: bearer, query })).body });
    }
  }
  return answers;
}

const leaksIn = (all: readonly Told[], { state, scene }: { state: State; scene: Scene }): string[] =>
  all.flatMap((one) =>
    told(one)
      .filter(({ canary }) => !mayKnow(canary, { reader: one.to, state, name: one.name, scene }))
      .map(({ canary, at }) => `${state}: ${canary} for ${one.to} by ${one.name} at ${at}`),
  );

const knows = (all: readonly Told[], who: Role, canary: Canary): boolean =>
  all.some((one) => one.to === who && told(one).some((found) => found.canary === canary));

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
  return leaksIn([...facts, ...letters], where);
}

test(
  "[issue6/privacy:walk] no fact of the live line and no letter tells anybody what is not for them, and a day after the ride no call tells a phone number any more",
  { timeout: 60_000 },
  async () => {
    const world = await openWorld();
    const scene = await setScene(world, "over");
    const where = { state: "over", scene } as const;
    expect(knows(await answersOf(world, scene, ["passenger"]), "passenger", "phone")).toBe(true);
    expect(await leaksInStory(world, where)).toEqual([]);
    world.world.now = new Date(world.world.now.getTime() + 25 * HOUR_MS);
    const later = await answersOf(world, scene, ROLES);
    expect(leaksIn(later, where)).toEqual([]);
    // Moderators judge by what is so.
    expect(ROLES.filter((role) => knows(later, role, "phone"))).toEqual(["host", "moderator"]);
  },
);

test("[issue6/privacy:walk] nor where the ride was cancelled", { timeout: 60_000 }, async () => {
  const world = await openWorld();
  const scene = await setScene(world, "cancelled");
  expect(await leaksInStory(world, { state: "cancelled", scene })).toEqual([]);
});
