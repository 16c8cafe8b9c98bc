import { createCode, createGroup, groupCalls } from "../fixtures/groups.ts";
import { addMark } from "../fixtures/trust-marks.ts";
import type { TestApp, TestUser } from "../app/test-app.ts";
import type { Pools } from "./test-users.ts";

/**
 * Groups of Ada: an open one with Bob and an invitation, and one that Bob asked to join. Marks: one that moderators
 * grant, held by both, and one for verified addresses.
 */
export async function addMemberships(
  app: TestApp,
  { ada, bob, mo, ad }: Record<"ada" | "bob" | "mo" | "ad", TestUser>,
  pools: Pools,
): Promise<void> {
  const { join } = groupCalls(app);
  const open = await createGroup(app, ada);
  const asked = await createGroup(app, ada, { joining: "approval" });
  for (const { id } of [open, asked]) await join(bob, id);
  pools.group.push(asked.id, open.id);
  pools["group-code"].push(await createCode(app, ada, open.id));
  // Without those that were removed, and few enough that another can be added.
  await app.db.deleteFrom("trust_mark").execute();
  pools.mark.splice(0);
  pools.mark.push(
    (await addMark(app, { name: "By address", emailDomains: ["example.org"] }, ad)).id,
  );
  pools.mark.push((await addMark(app, { name: "By the team", byTeam: true }, ad)).id);
  const markId = pools.mark.at(-1);
  for (const { uid } of [ada, bob])
    await app.call("POST", `/moderation/people/${uid}/trust-marks`, { as: mo, body: { markId } });
}
