import { type Bench, type Figures } from "./bench.ts";
import { type Community, withCommunity } from "./attacks/community.ts";
import { attackCounts } from "./attacks/counts.ts";
import { attackDoors } from "./attacks/doors.ts";
import { attackHiddenThings } from "./attacks/hidden.ts";
import { estimatedLandscape, roadLandscape } from "./attacks/landscapes.ts";
import { attackWaysIn } from "./attacks/ways-in.ts";

const PARTS = (process.env["ATTACKS"] ?? "ways-in,counts,hidden,doors,roads").split(",");

/** The attacks of two audits, repeated over HTTP on two processes of one community. */
export const attacks: Bench = { name: "attacks", run: () => withCommunity(measure) };

async function measure(community: Community): Promise<Figures> {
  const parts = {
    "ways-in": () => attackWaysIn(community),
    counts: () => attackCounts(community),
    hidden: () => attackHiddenThings(community),
    doors: () => attackDoors(community, estimatedLandscape(community.ctx)),
    roads: () => attackDoors(community, roadLandscape(community.ctx)),
  };
  const rows = [];
  for (const [name, attack] of Object.entries(parts))
    if (PARTS.includes(name)) rows.push(...(await attack()));
  return {
    how: "Two server processes on one database, with the roads of Liechtenstein; requests over HTTP take turns at both. **Doors**: somebody books a seat from a door in a square, other passengers search, book and cancel, and reckon the door by least errors; the control does the same with a stop that everyone is shown, so it says what the attack can find. On roads the attacker asks the same routing engine. **Hidden things**: every call of a member that takes the id of a ride, series, booking, request, event or group, with a hidden id and with one that nothing has, at both processes (but for reports of what was seen before a block); times by the sign test over 150 interleaved pairs at one process while the other serves searches and lists, the best of at most three series. **Numbers**: every value before and after accounts join, save the same search and offer rides, with statistics a week later. **Ways in**: a thief with the password takes the e-mail address and links an institution, calendar feed, trusted contact and share link; then the owner undoes it, sets a new password and signs out everywhere.",
    rows,
  };
}
