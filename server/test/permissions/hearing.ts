import { HOUR_MS } from "@commonlane/contract/durations";
import type { DataExport } from "@commonlane/contract/own-data";
import { strFromU8, unzipSync } from "fflate";
import { sql } from "kysely";
import { dataRightsWorkers } from "#modules/data-rights/index.ts";
import { noticeSweeps, noticeWorkers } from "#modules/notices/index.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { allNoticed } from "../notices.ts";
import type { World } from "../world.ts";
import { callOf, CALLS } from "./calls.ts";
import { type Role, ROLES, type Scene, WITH_OLD_TOKEN } from "./scene.ts";
import { type Canary } from "./canaries.ts";
import { type Reply, told } from "./secrets.ts";

/** What somebody was told, and by which call or way. */
export interface Told extends Reply {
  readonly name: string;
}
const roleOf = ({ people }: Scene, is: (person: { uid: string; email: string }) => boolean): Role | undefined =>
  ROLES.find((role) => role !== "nobody" && is(people[role]));

/** Every fact of the live line that went to somebody, oldest first. */
export async function factsTold({ db }: World, scene: Scene): Promise<Told[]> {
  const { rows } = await sql<{ topic: string; fact: { type: string } }>`
    select told.topic, fact from event cross join unnest(array_remove(array[event.topic, also], null)) as told (topic)
    where told.topic like 'user:%' order by xid, id`.execute(db);
  return rows.flatMap(({ topic, fact }) => {
    const to = roleOf(scene, ({ uid }) => topic === `user:${uid}`);
    return to ? [{ to, name: fact.type, body: fact }] : [];
  });
}

/** Every letter that goes out when nobody reads their notices for an hour. */
export async function lettersSent(world: World, scene: Scene): Promise<Told[]> {
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
export async function answersOf(world: World, scene: Scene, roles: readonly Role[]): Promise<Told[]> {
  const answers: Told[] = [];
  for (const name of CALLS) {
    for (const role of roles) {
      const { method, path, query } = callOf(name, scene, role);
      if (method !== "GET") continue;
      const as = role === "nobody" ? undefined : scene.people[role];
      const bearer = as && (WITH_OLD_TOKEN.has(role) ? { token: as.token } : as);
      answers.push({ to: role, name, body: (await world.call(method, path, { as: bearer, query })).body });
    }
  }
  return answers;
}

/** What stands in the file that each of these asks for of all that is known of them, but for their own address. */
export async function filesOf(world: World, scene: Scene, roles: readonly Exclude<Role, "nobody">[]): Promise<Told[]> {
  const files: Told[] = [];
  for (const role of roles) {
    const as = scene.people[role];
    await world.jobs.waiting(world.db);
    await sql`delete from held_job`.execute(world.db);
    const { id } = (await world.call<DataExport>("POST", "/identity/exports", { as })).body;
    await world.jobs.runDue(world.ctx, dataRightsWorkers);
    const authorization = `Bearer ${await as.freshToken()}`;
    const file = await world.app.inject({ url: `/api/identity/exports/${id}/file`, headers: { authorization } });
    const { "data.json": data, "index.html": page } = unzipSync(file.rawPayload);
    if (!data || !page) throw new Error(`The file of the ${role} is not whole.`);
    const text = (bytes: Uint8Array) => strFromU8(bytes).replaceAll(as.email, "");
    files.push({ to: role, name: "a file", body: { data: JSON.parse(text(data)), page: text(page) } });
  }
  return files;
}

/** Every canary that somebody was told and may not know. */
export const leaksIn = (all: readonly Told[], may: (canary: Canary, one: Told) => boolean): string[] =>
  all.flatMap((one) =>
    told(one)
      .filter(({ canary }) => !may(canary, one))
      .map(({ canary, at }) => `${canary} for ${one.to} by ${one.name} at ${at}`),
  );

export const knows = (all: readonly Told[], who: Role, canary: Canary): boolean =>
  all.some((one) => one.to === who && told(one).some((found) => found.canary === canary));
