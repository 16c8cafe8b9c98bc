import { DAY_MS } from "@commonlane/contract/durations";
import type { Ride } from "@commonlane/contract/rides";
import { sql } from "kysely";
import { savedSearchSweeps } from "../../../server/src/modules/saved-searches/index.ts";
import { runSweep } from "../../../server/src/platform/jobs/sweeps.ts";
import { logProgress, row, type Row } from "../bench.ts";
import { type Community, departure, type Person } from "./community.ts";
import { groupOf } from "./hidden-calls.ts";

const ULM = { label: "Ulm", lat: 48.39841, lng: 9.99155 };
const KASSEL = { label: "Kassel", lat: 51.31667, lng: 9.5 };
const FRESH = 4;
const ESTABLISHED = 9;

/** What public numbers tell about one member, if somebody brings four accounts. */
export async function attackCounts(community: Community): Promise<Row[]> {
  const { createPerson, must, ctx } = community;
  const manager = await createPerson();
  const outsider = await createPerson();
  const group = await must<{ id: string }>("POST", "/groups", {
    as: manager,
    body: groupOf("Cyclists", true),
  });
  await takePart(community, group.id, await createPerson());

  const read = async () => {
    for (const sweep of savedSearchSweeps) await runSweep(ctx, sweep);
    await moveToLastWeek(community, group.id);
    const seen: unknown[] = [];
    for (const at of [0, 1])
      seen.push(
        await must("GET", "/popular-routes", { at }),
        await must("GET", "/groups", { as: outsider, at }),
        await must("GET", `/groups/${group.id}`, { as: outsider, at }),
        await readStatistics(community, { groupId: group.id, as: manager, at }),
      );
    return leavesOf(seen);
  };

  const before = await read();
  for (let n = 0; n < FRESH; n++)
    await takePart(community, group.id, await createPerson({ fresh: true }));
  const afterFresh = await read();
  for (let n = 0; n < ESTABLISHED; n++) await takePart(community, group.id, await createPerson());
  const afterEstablished = await read();
  return [
    row(
      `of ${before.size} values of popular routes and a group, changed by ${FRESH} fresh accounts`,
      changed(before, afterFresh),
      {
        unit: "",
        atMost: 0,
      },
    ),
    row(
      `… control: changed by ${ESTABLISHED} established members`,
      changed(afterFresh, afterEstablished),
      {
        unit: "",
        atLeast: 1,
      },
    ),
  ];
}

/** Searches in vain for the same route, joins the group, and drives and rides with it. */
async function takePart({ must }: Community, groupId: string, as: Person): Promise<void> {
  await must("POST", "/saved-searches", { as, body: { origin: ULM, destination: KASSEL } });
  await must("POST", `/groups/${groupId}/join`, { as, body: { message: null } });
  const terms = { origin: KASSEL, destination: ULM, stops: [], seatsTotal: 3, membersOf: groupId };
  await must<Ride>("POST", "/rides", { as, body: { ...terms, departsAt: departure(40) } });
}

/** As if a whole week had passed, because statistics are of whole weeks. */
async function moveToLastWeek({ ctx }: Community, groupId: string): Promise<void> {
  const at = new Date(Date.now() - 8 * DAY_MS);
  await sql`update group_member set joined_at = ${at} where group_id = ${groupId}`.execute(ctx.db);
  await sql`update ride set departs_at = ${at}, arrives_at = ${at}::timestamptz + (arrives_at - departs_at)
    where members_of = ${groupId} and departs_at > now()`.execute(ctx.db);
}

/** Without the number of members, whom managers can list. */
async function readStatistics(
  { must }: Community,
  { groupId, as, at }: { groupId: string; as: Person; at: number },
) {
  const { weeks } = await must<{ weeks: object[] }>("GET", `/groups/${groupId}/statistics`, {
    as,
    at,
  });
  return weeks.map((week) => ({ ...week, members: undefined }));
}

/** Every value of a reply by its path. */
function leavesOf(
  value: unknown,
  path = "",
  leaves = new Map<string, unknown>(),
): Map<string, unknown> {
  if (typeof value !== "object" || value === null) return leaves.set(path, value);
  for (const [key, inner] of Object.entries(value)) leavesOf(inner, `${path}/${key}`, leaves);
  return leaves;
}

function changed(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): number {
  const paths = new Set([...before.keys(), ...after.keys()]);
  const different = [...paths].filter((path) => before.get(path) !== after.get(path));
  for (const path of different)
    logProgress(`${path}: ${String(before.get(path))}, then ${String(after.get(path))}`);
  return different.length;
}
