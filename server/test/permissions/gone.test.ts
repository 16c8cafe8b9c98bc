import { expect, test } from "vitest";
import { leaveForGood } from "../leaving.ts";
import { openWorld } from "../world.ts";
import { answersOf, filesOf, knows, leaksIn } from "./hearing.ts";
import { setScene } from "./scene.ts";
import { type Canary } from "./canaries.ts";
import { mayKnow, told } from "./secrets.ts";

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
    const world = await openWorld();
    const scene = await setScene(world, "over");
    const made = await world.call("GET", `/rides/${scene.madeRideId}`, { as: scene.people.passenger });
    expect(told({ to: "passenger", body: made.body }).map(({ canary }) => canary)).toContain("exactLine");
    await leaveForGood(world, scene.people.host);
    const answers = await answersOf(world, scene, ["stranger", "seeker", "passenger", "moderator"]);
    const files = await filesOf(world, scene, WITH_FILES);
    const may: Parameters<typeof leaksIn>[1] = (canary, { to: reader, name }) =>
      !OWN.has(canary) && mayKnow(canary, { reader, name, state: "over", scene });
    expect(leaksIn([...answers, ...files], may)).toEqual([]);
    const ride = answers.find(({ to, name }) => to === "passenger" && name === "rides.one");
    expect(ride?.body).toMatchObject({ host: { displayName: "Former member", photo: null }, vehicle: null });
  },
);

test(
  "[issue6/privacy:files] the file of all that is known of somebody tells of others what they may know, and nothing that others said",
  { timeout: 120_000 },
  async () => {
    const world = await openWorld();
    const scene = await setScene(world, "coming");
    const files = await filesOf(world, scene, [...WITH_FILES, "host"]);
    const state = "coming";
    expect(leaksIn(files, (canary, { to, name }) => mayKnow(canary, { reader: to, name, state, scene }))).toEqual([]);
    const ofHost = ["plate", "search", "chat", "ask", "askedPlace", "askersWords", "offerersWords"] as const;
    expect(ofHost.filter((canary) => knows(files, "host", canary))).toEqual(["plate", "search"]);
  },
);
