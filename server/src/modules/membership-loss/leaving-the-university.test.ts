import type { Group, GroupMember } from "@commonlane/contract/groups";
import type { Ride } from "@commonlane/contract/rides";
import { expect, test } from "vitest";
import { advanceClock } from "../../../test/fixtures/accounts.ts";
import { waitForMembershipLoss } from "../../../test/fixtures/audiences.ts";
import { groupOf } from "../../../test/fixtures/groups.ts";
import { hostRide, requestSeats } from "../../../test/fixtures/rides.ts";
import { openStudent } from "../../../test/fixtures/students.ts";
import { checkMemberships } from "../sign-in-providers/membership-check.ts";

const DAY_S = 86_400;

test("[domain/audience:lost] who leaves the university loses the mark, the group and tomorrow's seat, and nothing else", async () => {
  const { app, ad, mark, people, uid, as, shown } = await openStudent({
    scopes: "openid email profile offline_access",
    byTeam: true,
  });
  const host = await app.createUser({ firstName: "Hana" });
  await app.call("POST", `/moderation/people/${host.uid}/trust-marks`, {
    as: ad,
    body: { markId: mark.id },
  });
  const values = groupOf({ joining: "open", requiredMarkId: mark.id });
  const { body: group } = await app.call<Group>("POST", "/groups", { as: host, body: values });
  const joined = await app.call<Group>("POST", `/groups/${group.id}/join`, {
    as,
    body: { message: null },
  });
  expect(joined.body.role).toBe("member");
  const rides: Ride[] = [];
  for (const [day, membersOf] of [
    [3, group.id],
    [4, mark.id],
    [5, null],
  ] as const)
    rides.push(
      await hostRide(app, host, {
        approval: "instant",
        departsAt: `2026-01-0${day}T06:45:00.000Z`,
        membersOf,
      }),
    );
  const student = {
    uid,
    email: "ada@home.example",
    token: as.token,
    freshToken: async () => as.token,
  };
  for (const ride of rides)
    expect((await requestSeats(app, ride, host, {}, student)).response.body.status).toBe(
      "accepted",
    );

  delete people["ada"];
  advanceClock(app, DAY_S + 1);
  await checkMemberships(app.ctx);
  expect(await shown()).toEqual([]);
  const { body: members } = await app.call<{ items: GroupMember[] }>(
    "GET",
    `/groups/${group.id}/members`,
    {
      as: { token: await host.freshToken() },
    },
  );
  expect(members.items.map(({ person }) => person.uid)).toEqual([host.uid]);
  await waitForMembershipLoss(app);
  const seats = await app.db
    .selectFrom("seat_request")
    .select(["status", "ended_by"])
    .where("seeker_id", "=", uid)
    .orderBy("pickup_at")
    .execute();
  expect(seats).toEqual([
    { status: "cancelled", ended_by: "system" },
    { status: "cancelled", ended_by: "system" },
    { status: "accepted", ended_by: null },
  ]);
});
