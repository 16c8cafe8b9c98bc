import { expect, test } from "vitest";
import { deleteAccountCompletely } from "../fixtures/account-deletion.ts";
import { createTestApp } from "../app/test-app.ts";
import { collectReplies, collectExports, hasSeen, findLeaks } from "./observed-data.ts";
import { createScenario } from "./scenario.ts";
import { type Canary } from "./canaries.ts";
import { isAllowedToSee, findCanaries } from "./leak-check.ts";

const WITH_FILES = ["stranger", "seeker", "passenger", "blocked", "moderator"] as const;
/** Personal data and positions of the user, as opposed to what others wrote to them. */
const OWN: ReadonlySet<Canary> = new Set([
  "surname",
  "phone",
  "birthDate",
  "plate",
  "exactPlace",
  "exactLat",
  "exactLine",
  "search",
  "hostsWords",
]);

test(
  "a deleted user is a former member in other users' records, and no endpoint or export reveals more",
  { timeout: 120_000 },
  async () => {
    const app = await createTestApp();
    const scene = await createScenario(app, "over");
    const made = await app.call("GET", `/rides/${scene.madeRideId}`, {
      as: scene.people.passenger,
    });
    expect(
      findCanaries({ to: "passenger", body: made.body }).map(({ canary }) => canary),
    ).toContain("exactLine");
    await deleteAccountCompletely(app, scene.people.host);
    const answers = await collectReplies(app, scene, [
      "stranger",
      "seeker",
      "passenger",
      "moderator",
    ]);
    const files = await collectExports(app, scene, WITH_FILES);
    const may: Parameters<typeof findLeaks>[1] = (canary, { to: reader, name }) =>
      !OWN.has(canary) && isAllowedToSee(canary, { reader, name, state: "over", scene });
    expect(findLeaks([...answers, ...files], may)).toEqual([]);
    const ride = answers.find(({ to, name }) => to === "passenger" && name === "rides.one");
    expect(ride?.body).toMatchObject({
      host: { displayName: "Former member", photo: null },
      vehicle: null,
    });
  },
);

test(
  "a data export contains only what its user may know about others, and nothing that others said in confidence",
  { timeout: 120_000 },
  async () => {
    const app = await createTestApp();
    const scene = await createScenario(app, "coming");
    const files = await collectExports(app, scene, [...WITH_FILES, "host"]);
    const state = "coming";
    expect(
      findLeaks(files, (canary, { to, name }) =>
        isAllowedToSee(canary, { reader: to, name, state, scene }),
      ),
    ).toEqual([]);
    const ofHost = [
      "plate",
      "search",
      "chat",
      "ask",
      "askedPlace",
      "askersWords",
      "offerersWords",
    ] as const;
    expect(ofHost.filter((canary) => hasSeen(files, "host", canary))).toEqual(["plate", "search"]);
  },
);
