import { HOUR_MS } from "@commonlane/contract/durations";
import { expect, test } from "vitest";
import { createTestApp, type TestApp } from "../app/test-app.ts";
import {
  collectReplies,
  collectLiveEvents,
  hasSeen,
  findLeaks,
  collectEmails,
  type ObservedData,
} from "./observed-data.ts";
import { ROLES, type Scenario, createScenario, type State } from "./scenario.ts";
import { type Canary } from "./canaries.ts";
import { isAllowedToSee } from "./leak-check.ts";

const mayKnowIn =
  (where: { state: State; scene: Scenario }) =>
  (canary: Canary, { to, name }: ObservedData): boolean =>
    isAllowedToSee(canary, { reader: to, name, ...where });

/**
 * Leaks in all events and e-mails of the scenario. Events name only records, so even users who may know a place do not
 * get it there.
 */
async function findScenarioLeaks(
  app: TestApp,
  where: { state: State; scene: Scenario },
): Promise<string[]> {
  const events = await collectLiveEvents(app, where.scene);
  const emails = await collectEmails(app, where.scene);
  expect(emails.length).toBeGreaterThan(0);
  expect(events.map(({ name }) => name)).toContain("offer.accepted");
  for (const role of ROLES)
    expect([role, hasSeen(events, role, "exactPlace")]).toEqual([role, false]);
  return findLeaks([...events, ...emails], mayKnowIn(where));
}

test(
  "no event or e-mail leaks data to the wrong user, and a day after the ride no endpoint shows phone numbers any more",
  { timeout: 120_000 },
  async () => {
    const app = await createTestApp();
    const scene = await createScenario(app, "over");
    const where = { state: "over", scene } as const;
    const answers = await collectReplies(app, scene, ["passenger"]);
    for (const canary of ["phone", "exactPlace"] as const)
      expect(hasSeen(answers, "passenger", canary)).toBe(true);
    expect(await findScenarioLeaks(app, where)).toEqual([]);
    app.clock.now = new Date(app.clock.now.getTime() + 25 * HOUR_MS);
    const nextDay = await collectReplies(app, scene, ROLES);
    expect(findLeaks(nextDay, mayKnowIn(where))).toEqual([]);
    // Moderators see the full data.
    expect(ROLES.filter((role) => hasSeen(nextDay, role, "phone"))).toEqual([
      "host",
      "moderator",
      "administrator",
    ]);
  },
);

test("nothing leaks if the ride was cancelled", { timeout: 120_000 }, async () => {
  const app = await createTestApp();
  const scene = await createScenario(app, "cancelled");
  expect(await findScenarioLeaks(app, { state: "cancelled", scene })).toEqual([]);
});
