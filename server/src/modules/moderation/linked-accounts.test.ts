import { DAY_MS } from "@commonlane/contract/durations";
import type { LinkedAccounts } from "@commonlane/contract/moderation-shapes";
import { expect, test } from "vitest";
import { accountSweeps } from "#modules/accounts/index.ts";
import {
  cookiesOf,
  signIn,
  signUpWithCode,
  switchToNewBrowser,
} from "../../../test/fixtures/accounts.ts";
import { createModerator } from "../../../test/fixtures/moderators.ts";
import { hostRide } from "../../../test/fixtures/rides.ts";
import { createTestApp, type TestApp } from "../../../test/app/test-app.ts";

const OWN_NETWORKS = { TRUST_PROXY: "1" };
let lastNetwork = 0;

/** A network that no other account of the test uses. */
const newNetwork = () => ({ "x-forwarded-for": `10.20.${++lastNetwork}.1` });

async function createCommunity() {
  const app = await createTestApp({ settings: OWN_NETWORKS });
  const mo = await createModerator(app);
  const member = async (name: string, headers: Record<string, string> = newNetwork()) => {
    switchToNewBrowser(app);
    const email = `${name}@example.org`;
    const joined = await signUpWithCode(app, email);
    await app.db.deleteFrom("account_event").where("uid", "=", joined.body.user.uid).execute();
    const signedIn = await signIn(app, email, undefined, headers);
    return {
      uid: joined.body.user.uid,
      email,
      devices: cookiesOf(signedIn).get("commonlane_devices") ?? "",
    };
  };
  const linked = async () => {
    const { body } = await app.call<{ items: LinkedAccounts[] }>(
      "GET",
      "/moderation/linked-accounts",
      { as: mo },
    );
    return body.items.map(({ accounts, ...link }) => ({
      ...link,
      emails: accounts.map(({ person }) => person.email).toSorted(),
    }));
  };
  return { app, member, linked };
}

type Member = Awaited<ReturnType<Awaited<ReturnType<typeof createCommunity>>["member"]>>;

interface Rides {
  readonly app: TestApp;
  readonly rides: readonly { readonly id: string }[];
}

/** Published ratings, one per ride, written as the ratings module does. */
async function rate(
  { app, rides }: Rides,
  rater: Member,
  rated: Member,
  count: number,
): Promise<void> {
  const at = app.now();
  const rows = rides.slice(0, count).map(({ id }) => ({
    ride_id: id,
    rater_uid: rater.uid,
    rated_uid: rated.uid,
    stars: 5,
    created_at: at,
    publishes_at: at,
    published_at: at,
  }));
  await app.db.insertInto("rating").values(rows).execute();
}

test("[domain/rating:linked-accounts] lists accounts that mostly rate each other and share a browser, then those that share a network", async () => {
  const { app, member, linked } = await createCommunity();
  const host = await app.createUser({ firstName: "Hana" });
  const rides = await Promise.all(
    [1, 2, 3, 4, 5].map((days) =>
      hostRide(app, host, {
        departsAt: new Date(app.now().getTime() + days * DAY_MS).toISOString(),
      }),
    ),
  );
  const community = { app, rides };
  const ann = await member("ann");
  const bob = await member("bob");
  const cem = await member("cem", { "x-forwarded-for": "10.9.9.1" });
  const dea = await member("dea", { "x-forwarded-for": "10.9.9.200" });
  const eva = await member("eva");
  for (const [rater, rated, count] of [
    [ann, bob, 2],
    [bob, ann, 1],
    [cem, dea, 4],
    [bob, eva, 5],
    [eva, bob, 1],
  ] as const)
    await rate(community, rater, rated, count);
  // Cem and Dea share a network; no one shares a browser yet.
  expect(await linked()).toEqual([
    { emails: [cem.email, dea.email], ratingsBetween: 4, sharesDevice: false, sharesNetwork: true },
  ]);
  await signIn(app, bob.email, undefined, {
    ...newNetwork(),
    cookie: `commonlane_devices=${ann.devices}`,
  });
  expect(await linked()).toEqual([
    { emails: [ann.email, bob.email], ratingsBetween: 3, sharesDevice: true, sharesNetwork: false },
    { emails: [cem.email, dea.email], ratingsBetween: 4, sharesDevice: false, sharesNetwork: true },
  ]);
  // Most of their ratings come from others now.
  await rate(community, eva, ann, 3);
  await rate(community, cem, bob, 3);
  expect((await linked()).map(({ emails }) => emails)).toEqual([[cem.email, dea.email]]);
  expect(app.bugs).toEqual([]);
});

test("a shared browser is forgotten with the account events, and with the account", async () => {
  const { app, member } = await createCommunity();
  const ann = await member("ann");
  const bob = await member("bob");
  await signIn(app, bob.email, undefined, { cookie: `commonlane_devices=${ann.devices}` });
  const pairs = () => app.db.selectFrom("shared_device").select(["uid", "other_uid"]).execute();
  const [uid, other_uid] = [ann.uid, bob.uid].toSorted();
  expect(await pairs()).toEqual([{ uid, other_uid }]);
  const { ACCOUNT_EVENT_RETENTION_DAYS: days } = app.ctx.settings;
  app.clock.now = new Date(app.now().getTime() + (days - 1) * DAY_MS);
  const sweep = async () => {
    for (const run of accountSweeps) await run(app.ctx);
  };
  await sweep();
  expect(await pairs()).toHaveLength(1);
  app.clock.now = new Date(app.now().getTime() + 2 * DAY_MS);
  await sweep();
  expect(await pairs()).toEqual([]);
});
