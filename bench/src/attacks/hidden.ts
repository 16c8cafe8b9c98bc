import { randomUUID } from "node:crypto";
import type { Ride } from "@commonlane/contract/rides";
import { logProgress, median, row, type Row } from "../bench.ts";
import { type Community, departure, type Person } from "./community.ts";
import { groupOf, type HiddenIds, hiddenCalls } from "./hidden-calls.ts";

const ENDS = {
  origin: { label: "Freiburg", lat: 47.9959, lng: 7.8522, placeId: "gn:2925177" },
  destination: { label: "Köln", lat: 50.9331, lng: 6.95, placeId: "gn:2886242" },
};
const ROUTE = { fromLat: 47.9959, fromLng: 7.8522, toLat: 50.9331, toLng: 6.95 };
const DAY = 25;
const PAIRS = 150;
const WARM_UP = 30;
/** Of twenty series one is beyond 2 by chance. A difference repeats. */
const SERIES = 3;
const MOST_Z = 2;

/** What outsiders learn about things that they may not see: nothing, by answers or by time. */
export async function attackHiddenThings(community: Community): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [n, reason] of (
    ["an unlisted group", "a block", "another gender"] as const
  ).entries()) {
    const day = DAY + 3 * n;
    const { ids, outsider } = await hideThings(community, reason, day);
    const { compared, different } = await compareIds(community, { ids, outsider, day, reason });
    for (const line of different) logProgress(`${reason}: ${line}`);
    rows.push(
      row(
        `hidden by ${reason}: of ${compared} calls, answered otherwise than an unknown id`,
        different.length,
        {
          unit: "",
          atMost: 0,
        },
      ),
    );
    rows.push(...(await compareTimes(community, { outsider, day, reason })));
    logProgress(`${reason}: done`);
  }
  return rows;
}

type Reason = "an unlisted group" | "a block" | "another gender";

const eventOn = (day: number) => ({
  title: "A conference",
  place: ENDS.destination,
  startsAt: departure(day, 12),
  endsAt: departure(day, 20),
});

/** A ride, a series, a request, a booking, an event and a group of a host that an outsider may not see. */
async function hideThings(community: Community, reason: Reason, day: number) {
  const { createPerson, must } = community;
  const host = await createPerson({ gender: "female" });
  const outsider = await createPerson({ gender: "male" });
  const friend = await createPerson({ gender: "female" });
  const group = await must<{ id: string }>("POST", "/groups", {
    as: host,
    body: groupOf("Hidden club", false),
  });
  const { code } = await must<{ code: string }>("POST", `/groups/${group.id}/invitation`, {
    as: host,
  });
  await must("POST", "/groups/invitations/accept", { as: friend, body: { code } });

  const audience = audienceOf(reason, group.id);
  const terms = { ...ENDS, stops: [], seatsTotal: 3, approval: "instant", ...audience };
  const ride = await must<Ride>("POST", "/rides", {
    as: host,
    body: { ...terms, departsAt: departure(day) },
  });
  const seat = await must<{ id: string }>("POST", `/rides/${ride.id}/request`, {
    as: friend,
    body: {},
  });
  const date = departure(day + 1).slice(0, 10);
  const weekdays = [new Date(date).getUTCDay() || 7];
  const series = await must<{ id: string }>("POST", "/rides/series", {
    as: host,
    body: { ride: terms, time: "03:45", weekdays, firstDay: date, lastDay: date },
  });
  const request = await must<{ id: string }>("POST", "/requests", {
    as: host,
    body: {
      ...ENDS,
      departsAfter: departure(day, 14),
      departsBefore: departure(day, 16),
      ...audience,
    },
  });
  const membersOnly = reason !== "a block" ? { membersOf: group.id } : {};
  const event = await must<{ id: string }>("POST", "/events", {
    as: host,
    body: { ...eventOn(day), ...membersOnly },
  });
  if (reason === "a block") await must("PUT", `/blocks/${outsider.uid}`, { as: host });

  const ids: HiddenIds = {
    ride: ride.id,
    series: series.id,
    request: request.id,
    seat: seat.id,
    event: event.id,
    group: group.id,
    host: host.uid,
  };
  return { ids, outsider };
}

function audienceOf(reason: Reason, groupId: string): object {
  if (reason === "an unlisted group") return { membersOf: groupId };
  return reason === "another gender" ? { audience: "sameGender" } : {};
}

interface Compared {
  readonly ids: HiddenIds;
  readonly outsider: Person;
  readonly day: number;
  readonly reason: Reason;
}

/** Status, code and body of each call, at both processes, with a hidden id and with one that nothing has. */
async function compareIds({ call }: Community, { ids, outsider, day, reason }: Compared) {
  const unknown: HiddenIds = {
    ride: randomUUID(),
    series: randomUUID(),
    request: randomUUID(),
    seat: randomUUID(),
    event: randomUUID(),
    group: randomUUID(),
    host: ids.host,
  };
  const at = { departsAt: departure(day + 2), event: eventOn(day + 2) };
  const missing = hiddenCalls(unknown, at);
  const different: string[] = [];
  let compared = 0;
  for (const [n, known] of hiddenCalls(ids, at).entries()) {
    const other = missing[n];
    if (!other || (reason === "a block" && isReport(known))) continue;
    for (const process of [0, 1]) {
      const answers = [];
      for (const { method, path, query = {}, body } of [known, other]) {
        const reply = await call<{ requestId?: string }>(method, path, {
          as: outsider,
          query,
          body,
          at: process,
        });
        const { requestId: _, ...shown } = reply.body;
        answers.push(`${reply.status} ${withoutIds(JSON.stringify(shown))}`);
      }
      compared++;
      if (answers[0] !== answers[1])
        different.push(`${known.method} ${known.path}: ${answers.join(" but ")}`);
    }
  }
  return { compared, different };
}

/** Members report what they saw before they were blocked. */
const isReport = ({ path }: { readonly path: string }) => path === "/reports";

const withoutIds = (text: string) => text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID");

/** Whether a search takes longer where a hidden ride is, at one process while the other is busy. */
async function compareTimes(
  community: Community,
  { outsider, day, reason }: { outsider: Person; day: number; reason: Reason },
): Promise<Row[]> {
  const traffic = startTraffic(community, outsider);
  try {
    const rows: Row[] = [];
    for (const path of [
      "/rides/search",
      "/rides/search/near-misses",
      "/rides/search/days",
    ] as const) {
      const search = (isHidden: boolean) =>
        timeSearch(community, outsider, path, isHidden ? day : day + 2);
      const found: { z: number; differenceMs: number }[] = [];
      while (found.length < SERIES && !found.some(({ z }) => Math.abs(z) < MOST_Z))
        found.push(await signTest(search));
      const best = found.toSorted((a, b) => Math.abs(a.z) - Math.abs(b.z))[0];
      rows.push(
        row(
          `hidden by ${reason}: time of ${path.replace("/rides/", "")}, size of z (series ${found.length}, median difference ${best?.differenceMs.toFixed(2)} ms)`,
          Math.abs(best?.z ?? NaN),
          { unit: "", digits: 1, atMost: MOST_Z },
        ),
      );
    }
    return rows;
  } finally {
    await traffic.stop();
  }
}

type SearchPath = "/rides/search" | "/rides/search/near-misses" | "/rides/search/days";

/** Windows in which there is a hidden ride and no other. */
const TIMES: Readonly<
  Record<SearchPath, (day: number) => Readonly<Record<string, string | number>>>
> = {
  "/rides/search": (day) => ({
    departsAfter: departure(day, -3),
    departsBefore: departure(day, 3),
  }),
  "/rides/search/near-misses": (day) => ({
    departsAfter: departure(day, 2),
    departsBefore: departure(day, 5),
  }),
  "/rides/search/days": (day) => ({
    date: departure(day).slice(0, 10),
    timeZone: "UTC",
    around: 0,
  }),
};

async function timeSearch(
  { call }: Community,
  as: Person,
  path: SearchPath,
  day: number,
): Promise<number> {
  const query = { ...ROUTE, ...TIMES[path](day) };
  const began = performance.now();
  const { status, body } = await call<{ items: { count?: number }[] }>("GET", path, {
    as,
    query,
    at: 0,
  });
  const tookMs = performance.now() - began;
  if (status !== 200 || body.items.some(({ count }) => count !== 0))
    throw new Error("A hidden ride was found.");
  return tookMs;
}

/** The sign test over interleaved pairs: how often the hidden side took longer. */
async function signTest(search: (isHidden: boolean) => Promise<number>) {
  const differences: number[] = [];
  for (let n = -WARM_UP; n < PAIRS; n++) {
    const isHiddenFirst = n % 2 === 0;
    const first = await search(isHiddenFirst);
    const second = await search(!isHiddenFirst);
    if (n >= 0) differences.push(isHiddenFirst ? first - second : second - first);
  }
  const longer = differences.filter((difference) => difference > 0).length;
  return { z: (longer - PAIRS / 2) / Math.sqrt(PAIRS / 4), differenceMs: median(differences) };
}

/** Keeps the second process busy with searches of another day and lists. */
function startTraffic({ call }: Community, as: Person) {
  const stopping = new AbortController();
  const work = async () => {
    for (let n = 0; !stopping.signal.aborted; n++) {
      const query = {
        ...ROUTE,
        departsAfter: departure(3 + (n % 20)),
        departsBefore: departure(5 + (n % 20)),
      };
      await call("GET", n % 2 ? "/rides/search" : "/rides/all", {
        as,
        query: n % 2 ? query : {},
        at: 1,
      });
    }
  };
  const running = work();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
