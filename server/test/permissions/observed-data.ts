import { type EventColumns, fromEventColumns } from "#platform/db/outbox/event-columns.ts";
import { eventRecipients } from "../app/event-recipients.ts";
import { HOUR_MS } from "@commonlane/contract/durations";
import type { DataExport } from "@commonlane/contract/personal-data";
import { strFromU8, unzipSync } from "fflate";
import { sql } from "kysely";
import { personalDataWorkers } from "#modules/personal-data/index.ts";
import { notificationSweeps, notificationWorkers } from "#modules/notifications/index.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { waitForNotifications } from "../fixtures/notifications.ts";
import type { TestApp } from "../app/test-app.ts";
import { buildRequest, CALLS } from "./requests.ts";
import { type Role, ROLES, type Scenario, ROLES_WITH_OLD_TOKEN } from "./scenario.ts";
import { type Canary } from "./canaries.ts";
import { type Reply, findCanaries } from "./leak-check.ts";

/** Data that a user received, and the endpoint or channel. */
export interface ObservedData extends Reply {
  readonly name: string;
}
const roleOf = (
  { people }: Scenario,
  is: (person: { uid: string; email: string }) => boolean,
): Role | undefined => ROLES.find((role) => role !== "nobody" && is(people[role]));

/** Every live event that was sent to a user, oldest first. */
export async function collectLiveEvents({ db }: TestApp, scene: Scenario): Promise<ObservedData[]> {
  const { rows } = await sql<EventColumns & { topic: string }>`
    select told.topic, type, ids, details from event cross join ${eventRecipients}
    where told.topic like 'user:%' order by xid, id`.execute(db);
  return rows.flatMap(({ topic, ...columns }) => {
    const to = roleOf(scene, ({ uid }) => topic === `user:${uid}`);
    return to ? [{ to, name: columns.type, body: fromEventColumns(columns) }] : [];
  });
}

/** Every e-mail that is sent if no one reads their notifications for an hour. */
export async function collectEmails(app: TestApp, scene: Scenario): Promise<ObservedData[]> {
  await waitForNotifications(app.ctx);
  app.clock.now = new Date(app.clock.now.getTime() + HOUR_MS);
  for (const sweep of notificationSweeps) await runSweep(app.ctx, sweep);
  await app.jobs.runDue(app.ctx, notificationWorkers());
  return app.mail.flatMap(({ to: address, ...message }) => {
    const to = roleOf(scene, ({ email }) => email === address);
    return to ? [{ to, name: "an e-mail", body: message }] : [];
  });
}

/** Replies of every reading endpoint to these roles. */
export async function collectReplies(
  app: TestApp,
  scene: Scenario,
  roles: readonly Role[],
): Promise<ObservedData[]> {
  const answers: ObservedData[] = [];
  for (const name of CALLS) {
    for (const role of roles) {
      const { method, path, query } = buildRequest(name, scene, role);
      if (method !== "GET") continue;
      const as = role === "nobody" ? undefined : scene.people[role];
      const bearer = as && (ROLES_WITH_OLD_TOKEN.has(role) ? { token: as.token } : as);
      answers.push({
        to: role,
        name,
        body: (await app.call(method, path, { as: bearer, query })).body,
      });
    }
  }
  return answers;
}

/** Contents of the data export of each of these roles, except their own address. */
export async function collectExports(
  app: TestApp,
  scene: Scenario,
  roles: readonly Exclude<Role, "nobody">[],
): Promise<ObservedData[]> {
  const files: ObservedData[] = [];
  for (const role of roles) {
    const as = scene.people[role];
    await sql`delete from test.held_job`.execute(app.db);
    const { id } = (await app.call<DataExport>("POST", "/identity/exports", { as })).body;
    await app.jobs.runDue(app.ctx, personalDataWorkers);
    const authorization = `Bearer ${await as.freshToken()}`;
    const file = await app.http.inject({
      url: `/api/identity/exports/${id}/file`,
      headers: { authorization },
    });
    const { "data.json": data, "index.html": page } = unzipSync(file.rawPayload);
    if (!data || !page) throw new Error(`The data export of the ${role} is incomplete.`);
    const text = (bytes: Uint8Array) => strFromU8(bytes).replaceAll(as.email, "");
    files.push({
      to: role,
      name: "a file",
      body: { data: JSON.parse(text(data)), page: text(page) },
    });
  }
  return files;
}

/** Secrets that a user received and may not know. */
export const findLeaks = (
  all: readonly ObservedData[],
  isAllowed: (canary: Canary, one: ObservedData) => boolean,
): string[] =>
  all.flatMap((one) =>
    findCanaries(one)
      .filter(({ canary }) => !isAllowed(canary, one))
      .map(({ canary, at }) => `${canary} for ${one.to} by ${one.name} at ${at}`),
  );

export const hasSeen = (all: readonly ObservedData[], who: Role, canary: Canary): boolean =>
  all.some((one) => one.to === who && findCanaries(one).some((found) => found.canary === canary));
