import { expect, test } from "vitest";
import { deleteAccountCompletely } from "../fixtures/account-deletion.ts";
import { createTestApp } from "../app/test-app.ts";
import { collectReplies, collectExports, hasSeen, findLeaks } from "./observed-data.ts";
import { createScenario } from "./scenario.ts";
import { type Canary } from "./canaries.ts";
import { isAllowedToSee, findCanaries } from "./leak-check.ts";

const WITH_FILES = ["stranger", "seeker", "passenger", "blocked", "moderator"] as const;
/** What somebody was and where, as against what others said to them. */
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
  "[issue6/privacy:gone] who left for good is a former member in the records of others, and nothing more of them is told by any call or in anybody's file",
  { timeout: 120_000 },
  async () => {
    const app = await createTestApp();
    const scene = await createScenario(app, "over");
    const made = await app.call("GET", `/rides/${scene.madeRideId}`, { as: scene.people.passenger });
    expect(findCanaries({ to: "passenger", body: made.body }).map(({ canary }) => canary)).toContain("exactLine");
    await deleteAccountCompletely(app, scene.people.host);
    const answers = await collectReplies(app, scene, ["stranger", "seeker", "passenger", "moderator"]);
    const files = await collectExports(app, scene, WITH_FILES);
    const may: Parameters<typeof findLeaks>[1] = (canary, { to: reader, name }) =>
      !OWN.has(canary) && isAllowedToSee(canary, { reader, name, state: "over", scene });
    expect(findLeaks([...answers, ...files], may)).toEqual([]);
    const ride = answers.find(({ to, name }) => to === "passenger" && name === "rides.one");
    expect(ride?.body).toMatchObject({ host: { displayName: "Former member", photo: null }, vehicle: null });
  },
);

test(
  "[issue6/privacy:files] the file of all that is known of somebody tells of others what they may know, and nothing that others said",
  { timeout: 120_000 },
  async () => {
    const app = await createTestApp();
    const scene = await createScenario(app, "coming");
    const files = await collectExports(app, scene, [...WITH_FILES, "host"]);
    const state = "coming";
    expect(
      findLeaks(files, (canary, { to, name }) => isAllowedToSee(canary, { reader: to, name, state, scene })),
    ).toEqual([]);
    const ofHost = ["plate", "search", "chat", "ask", "askedPlace", "askersWords", "offerersWords"] as const;
    expect(ofHost.filter((canary) => hasSeen(files, "host", canary))).toEqual(["plate", "search"]);
  },
);
