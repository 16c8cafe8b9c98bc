import { DAY_MS } from "@commonlane/contract/durations";
import { WEBHOOK_TYPES, type WebhookType } from "@commonlane/contract/webhooks";
import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { z } from "zod";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { buildUserAgent } from "#platform/upstream/request-public-host.ts";
import { conference, create as createEvent } from "../../../test/fixtures/events.ts";
import { hostRide, postRequest } from "../../../test/fixtures/rides.ts";
import { type Delivered, openReceiver, openWebhookApp } from "../../../test/fixtures/webhooks.ts";
import { signDelivery } from "./deliver.ts";
import { insertDeliveries } from "./deliveries.store.ts";
import { webhookSweeps } from "./index.ts";

const Body = z.object({
  type: z.string(),
  timestamp: z.iso.datetime(),
  data: z.looseObject({ id: z.string() }),
});
const readBody = ({ body }: Delivered) => Body.parse(JSON.parse(body));
const listed = { isListed: true };

async function openTestWebhook(types: readonly WebhookType[] = WEBHOOK_TYPES) {
  const receiver = await openReceiver();
  return { ...receiver, ...(await openWebhookApp(receiver.origin, types)) };
}

test("[domain/webhooks:only-consented] only rides with both consents are announced, with what feeds have and no person", async () => {
  const { app, received, deliver } = await openTestWebhook();
  const host = await app.createUser({ firstName: "Zenobia" });
  const ride = await hostRide(app, host, { ...listed, note: "Ring at the red door" });
  await hostRide(app, await app.createUser(), { isPublic: true });
  await hostRide(app, await app.createUser());
  expect(await deliver()).toBe(true);

  const bodies = received.map(readBody);
  expect(bodies.map(({ type, data }) => [type, data.id])).toEqual([["ride.listed", ride.id]]);
  expect(Object.keys(bodies[0]?.data ?? {}).toSorted()).toEqual(
    ["contribution", "departsAt", "freeSeats", "id", "stops", "timeZone", "url"].toSorted(),
  );
  expect(JSON.stringify(received)).not.toMatch(/Zenobia|red door/);
});

test("[domain/webhooks:once] a change is announced once, and a ride that is closed is withdrawn", async () => {
  const { app, received, deliver } = await openTestWebhook();
  const host = await app.createUser();
  const ride = await hostRide(app, host, listed);
  await deliver();
  await app.call("PUT", `/rides/${ride.id}`, { as: host, body: { note: "Not public" } });
  await app.call("PUT", `/rides/${ride.id}`, { as: host, body: { seatsTotal: 2 } });
  await deliver();
  await app.call("PUT", `/rides/${ride.id}/public`, { as: host, body: { isPublic: false } });
  await deliver();
  await deliver();
  expect(received.map((delivered) => readBody(delivered).type)).toEqual([
    "ride.listed",
    "ride.changed",
    "ride.withdrawn",
  ]);
  expect(received.map((delivered) => readBody(delivered).data).at(-1)).toEqual({ id: ride.id });
});

test("[domain/webhooks:requests-events] of a request only its link leaves, and of events only public ones", async () => {
  const { app, received, deliver } = await openTestWebhook();
  const member = await app.createUser();
  const request = await postRequest(app, member);
  const creator = await app.createUser();
  const open = await createEvent(app, creator, { ...conference, isPublic: true });
  await createEvent(app, creator, conference);
  await deliver();
  const bodies = received.map(readBody);
  expect(bodies.map(({ type, data }) => `${type} ${data.id}`).toSorted()).toEqual(
    [`event.published ${open.body.id}`, `request.posted ${request.id}`].toSorted(),
  );
  const posted = bodies.find(({ type }) => type === "request.posted");
  expect(Object.keys(posted?.data ?? {})).toEqual(["id", "url"]);
  await app.call("DELETE", `/events/${open.body.id}`, { as: creator });
  await deliver();
  expect(received.map((delivered) => readBody(delivered).type).at(-1)).toBe("event.withdrawn");
});

test("[domain/webhooks:requests-events] a request whose window was widened is closed at its new end, and announced once", async () => {
  const { app, received, deliver } = await openTestWebhook(["request.posted", "request.closed"]);
  const seeker = await app.createUser();
  const { id } = await postRequest(app, seeker);
  await deliver();
  const departsBefore = "2026-01-05T12:00:00.000Z";
  const { status } = await app.call("PUT", `/requests/${id}`, {
    as: seeker,
    body: { departsBefore },
  });
  expect(status).toBe(200);
  await deliver();

  app.clock.now = new Date("2026-01-04T12:00:00Z");
  for (const sweep of webhookSweeps) await runSweep(app.ctx, sweep);
  await sql`update ride_request set status = 'cancelled', ended_at = ${app.clock.now}`.execute(
    app.db,
  );
  for (const sweep of webhookSweeps) await runSweep(app.ctx, sweep);
  await deliver();
  expect(received.map((delivered) => readBody(delivered).type)).toEqual([
    "request.posted",
    "request.closed",
  ]);
});

test("[domain/webhooks:signed] a delivery is signed as Standard Webhooks says", async () => {
  // The vector of the specification.
  expect(
    signDelivery(
      "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
      'msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}',
    ),
  ).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");

  const { app, received, hook, deliver } = await openTestWebhook();
  app.clock.now = new Date();
  const departsAt = new Date(Date.now() + DAY_MS).toISOString();
  await hostRide(app, await app.createUser(), { ...listed, departsAt });
  await deliver();
  const [delivered] = received;
  if (!delivered) throw new Error("Nothing was delivered.");
  const headers = Object.fromEntries(
    Object.entries(delivered.headers).map(([name, value]) => [name, String(value)]),
  );
  expect(new Webhook(hook.secret).verify(delivered.body, headers)).toMatchObject({
    type: "ride.listed",
  });
  expect(headers["user-agent"]).toBe(buildUserAgent(app.ctx));
  expect(() => new Webhook(hook.secret).verify(`${delivered.body} `, headers)).toThrow(
    "No matching signature found",
  );
});

test("[domain/webhooks:retries] a failed delivery is repeated with what may leave then, and can be replayed", async () => {
  const { app, received, answer, deliver, runJobs, deliveries, administer } =
    await openTestWebhook();
  answer.status = 500;
  const host = await app.createUser();
  const ride = await hostRide(app, host, listed);
  expect(await deliver()).toBe(false);
  const [failed] = await deliveries();
  expect(failed).toMatchObject({ status: "waiting", attempts: 1, lastStatus: 500 });

  answer.status = 200;
  expect((await administer(`/deliveries/${failed?.id}/replay`)).status).toBe(200);
  expect(await runJobs()).toBe(true);
  expect((await deliveries())[0]).toMatchObject({ status: "delivered", lastStatus: 200 });
  expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);

  await app.call("PUT", `/rides/${ride.id}/public`, { as: host, body: { isPublic: false } });
  await administer(`/deliveries/${failed?.id}/replay`);
  await runJobs();
  expect((await deliveries()).find(({ id }) => id === failed?.id)?.status).toBe("dropped");
  expect(received).toHaveLength(2);
});

test("[domain/webhooks:retries] a ride that is offered again is not withdrawn by a late delivery or a replay", async () => {
  const { app, received, answer, deliver, runJobs, deliveries, administer } =
    await openTestWebhook();
  const host = await app.createUser();
  const ride = await hostRide(app, host, listed);
  await deliver();
  const open = (isPublic: boolean) =>
    app.call("PUT", `/rides/${ride.id}/public`, {
      as: host,
      body: { isPublic, isListed: isPublic },
    });
  answer.status = 500;
  await open(false);
  await deliver();
  answer.status = 200;
  await open(true);
  const [withdrawn] = await deliveries();
  const { length } = received;
  await administer(`/deliveries/${withdrawn?.id}/replay`);
  await deliver();
  await runJobs();
  expect(received.slice(length).map((delivered) => readBody(delivered).type)).toEqual([
    "ride.listed",
  ]);
  expect((await deliveries()).find(({ id }) => id === withdrawn?.id)?.status).toBe("dropped");
});

test("[domain/webhooks:disabled] a webhook that fails for three days is disabled, and delivers what failed or happened since when it is enabled", async () => {
  const { app, received, answer, deliver, runJobs, show, administer } = await openTestWebhook();
  answer.status = 503;
  await hostRide(app, await app.createUser(), { ...listed, departsAt: "2026-01-20T08:00:00Z" });
  await deliver();
  expect(await show()).toMatchObject({ disabledAt: null, failingSince: expect.any(String) });
  app.clock.now = new Date(app.clock.now.getTime() + 4 * DAY_MS);
  await hostRide(app, await app.createUser(), { ...listed, departsAt: "2026-01-20T08:00:00Z" });
  await deliver();
  expect(await show()).toMatchObject({ disabledAt: expect.any(String) });
  const { length } = received;
  await hostRide(app, await app.createUser(), { ...listed, departsAt: "2026-01-20T08:00:00Z" });
  await deliver();
  expect(received).toHaveLength(length);

  answer.status = 200;
  await administer("/enable");
  expect(await runJobs()).toBe(true);
  expect(received).toHaveLength(length + 3);
  expect(await show()).toMatchObject({ disabledAt: null, failingSince: null });
});

test("[domain/webhooks:hidden] a ride whose host is suspended is withdrawn, although no event says so", async () => {
  const { app, received, deliver } = await openTestWebhook();
  const host = await app.createUser();
  await hostRide(app, host, listed);
  await deliver();
  await sql`update account set suspended_at = ${app.clock.now} where uid = ${host.uid}`.execute(
    app.db,
  );
  for (const sweep of webhookSweeps) await runSweep(app.ctx, sweep);
  await deliver();
  expect(received.map((delivered) => readBody(delivered).type)).toEqual([
    "ride.listed",
    "ride.withdrawn",
  ]);
});

test("[domain/webhooks:hidden] what was withdrawn is announced again when it is back, although no event says so", async () => {
  const { app, received, deliver } = await openTestWebhook();
  const member = await app.createUser();
  await hostRide(app, member, listed);
  await postRequest(app, member);
  await createEvent(app, member, { ...conference, isPublic: true });
  const sweep = async () => {
    for (const sweep of webhookSweeps) await runSweep(app.ctx, sweep);
    await deliver();
    return received.splice(0).map((delivered) => readBody(delivered).type);
  };
  const announced = (await sweep()).toSorted();
  expect(announced).toEqual(["event.published", "request.posted", "ride.listed"]);

  const suspend = (suspended_at: Date | null) =>
    app.db.updateTable("account").set({ suspended_at }).where("uid", "=", member.uid).execute();
  for (let round = 0; round < 2; round++) {
    await suspend(app.clock.now);
    const gone = ["event.withdrawn", "request.closed", "ride.withdrawn"];
    expect((await sweep()).toSorted()).toEqual(gone);
    expect(await sweep()).toEqual([]);
    await suspend(null);
    expect((await sweep()).toSorted()).toEqual(announced);
    expect(await sweep()).toEqual([]);
  }
});

test("[domain/webhooks:hidden] of many subjects that are hidden at once each is withdrawn once", async () => {
  const { app } = await openTestWebhook();
  const COUNT = 1_200;
  await sql`
    insert into webhook_subject (kind, about_id, digest, ends_at)
    select 'event', uuidv7(), 'hash', ${new Date(app.now().getTime() + DAY_MS)}
    from generate_series(1, ${COUNT}::int)`.execute(app.db);
  const sweeps = webhookSweeps.flatMap((sweep) => [sweep, sweep]);
  await Promise.all(sweeps.map((sweep) => runSweep(app.ctx, sweep)));
  const { rows } = await sql<{ deliveries: number; subjects: number }>`
    select count(*) as deliveries, count(distinct about_id) as subjects
    from webhook_delivery
    where type = 'event.withdrawn'`.execute(app.db);
  expect(rows).toEqual([{ deliveries: COUNT, subjects: COUNT }]);
});

test("more deliveries are stored at once than a statement may have parameters", async () => {
  const { app, hook } = await openTestWebhook();
  const delivery = { webhook_id: hook.id, type: "ride.listed", about_id: hook.id } as const;
  const many = Array.from({ length: 17_000 }, () => delivery);
  const ids = await insertDeliveries(app.ctx, many);
  expect(new Set(ids).size).toBe(17_000);
});

test("[domain/webhooks:public-only] nothing is sent to this machine or a private network unless the operator named the receiver", async () => {
  const { app, administrator, received, origin, deliver } = await openTestWebhook();
  const add = (url: string) =>
    app.call("POST", "/administration/webhooks", {
      as: administrator,
      body: { name: "Inside", url, types: ["ride.listed"] },
    });
  expect((await add("http://127.0.0.1:1/")).status).toBe(400);
  const inside = origin.replace("http://127.0.0.1", "https://localhost");
  expect((await add(inside)).status).toBe(201);
  await app.db
    .updateTable("webhook")
    .set({ disabled_at: app.clock.now })
    .where("url", "<>", inside)
    .execute();
  await hostRide(app, await app.createUser(), listed);
  expect(await deliver()).toBe(false);
  expect(received).toEqual([]);
});
