import type {
  Neighbour,
  NeighbourDetails,
  NeighbourRide,
  NeighbourSearch,
  NeighbourState,
} from "@commonlane/contract/neighbours";
import { Money } from "@commonlane/contract/shapes";
import { shownTime } from "@commonlane/contract/shown-time";
import { distanceM } from "@commonlane/matching/geo";
import { maskText } from "#modules/privacy/index.ts";
import { type RankElsewhere, searchEnds } from "#modules/rides/search/index.ts";
import type { Context } from "#platform/context.ts";
import { minorPerUnit } from "#platform/i18n/formats.ts";
import { estimateWalk } from "#platform/routing/great-circle-estimates.ts";
import { Sealer } from "#platform/sealer.ts";
import { getServerKey } from "#platform/server-keys.ts";
import { timeZoneAt } from "#platform/time-zone.ts";
import type { NeighbourRow } from "./neighbours.store.ts";
import { fingerprintOf } from "./own-key.ts";
import { dropoffOf, idOf, type Journey, pickupOf } from "./read-journeys.ts";

export const viewNeighbour = ({
  id,
  name,
  website_url,
  logo_version,
}: NeighbourRow): Neighbour => ({
  id,
  name,
  host: new URL(website_url).host,
  logoUrl: logo_version === null ? null : `/api/neighbours/${id}/logo?v=${logo_version}`,
});

export const viewDetails = (row: NeighbourRow): NeighbourDetails => ({
  ...viewNeighbour(row),
  kind: row.kind,
  state: stateOf(row),
  url: row.url,
  fingerprint: row.public_key === null ? null : fingerprintOf(row.public_key),
  createdAt: row.created_at.toISOString(),
  searchesSent: row.searches_sent,
  searchesReceived: row.searches_received,
  lastAnsweredAt: row.last_answered_at?.toISOString() ?? null,
  lastFailedAt: row.last_failed_at?.toISOString() ?? null,
  lastFailure: row.last_failure,
  lastReceivedAt: row.last_received_at?.toISOString() ?? null,
});

function stateOf({ approved_here, approved_there }: NeighbourRow): NeighbourState {
  if (!approved_here) return "incoming";
  return approved_there ? "active" : "asked";
}

/** Base address of the neighbour's standard-covoiturage. */
export const covoiturageUrl = ({ kind, url }: NeighbourRow): string =>
  kind === "commonlane" ? `${url}/standard-covoiturage` : url;

const API_KEY = "api key of a neighbour";

/** The key for a server of others as it is stored: only this server can read it. */
export const sealApiKey = async (ctx: Context, apiKey: string): Promise<string> =>
  (await openSealer(ctx)).seal(Buffer.from(apiKey), API_KEY);

/** Empty if the secret of this server is another one since. */
export const openApiKey = async (ctx: Context, sealed: string): Promise<string> =>
  (await openSealer(ctx)).open(sealed, API_KEY)?.toString() ?? "";

const openSealer = async ({ db }: Context) => new Sealer(await getServerKey(db, "neighbours"));

interface FoundJourney {
  readonly row: NeighbourRow;
  readonly journey: Journey;
  readonly search: NeighbourSearch;
  readonly rank: RankElsewhere;
}

/** A journey of a neighbour as a result of a search; undefined if it does not fit the search here. */
export function viewNeighbourRide(
  ctx: Context,
  { row, journey, search, rank }: FoundJourney,
): NeighbourRide | undefined {
  const pickup = pickupOf(journey);
  const dropoff = dropoffOf(journey);
  const ends = searchEnds(search);
  const from = estimateWalk(ends.from, pickup, ctx.settings);
  const to = estimateWalk(dropoff, ends.to, ctx.settings);
  const price = readPrice(journey);
  const pickupAtMs = journey.passengerPickupDate * 1000;
  const seatsLeft = journey.availableSeats ?? null;
  const isFitting =
    Math.max(from.distanceM, to.distanceM) <= search.walkM &&
    (seatsLeft === null || seatsLeft >= search.seats) &&
    isInWindow(search, pickupAtMs) &&
    isAffordable(ctx, price, search.maxContributionMinor);
  if (!isFitting) return undefined;
  const order = rank(
    {
      rideS: journey.duration,
      walkS: from.durationS + to.durationS,
      pickupAtMs,
      rideM: distanceM(pickup, dropoff),
      // The other server does not say it.
      detourM: 0,
    },
    amountMinorOf(ctx, price),
  );
  return {
    id: `${row.id} ${idOf(journey)}`,
    neighbour: viewNeighbour(row),
    url: journey.webUrl,
    pickup: {
      ...pickup,
      label: nameStop(journey.passengerPickupAddress),
    },
    dropoff: {
      ...dropoff,
      label: nameStop(journey.passengerDropAddress),
    },
    pickupAt: shownTime(pickupAtMs),
    dropoffAt: shownTime(pickupAtMs + journey.duration * 1000),
    timeZone: timeZoneAt(pickup),
    walkFromM: Math.round(from.distanceM),
    walkToM: Math.round(to.distanceM),
    walkFromS: Math.round(from.durationS),
    walkToS: Math.round(to.durationS),
    seatsLeft,
    price,
    driverName: journey.driver?.alias ? maskText(journey.driver.alias, false) : null,
    order,
  };
}

const nameStop = (address: string | null | undefined): string =>
  address ? maskText(address, false) : "";

const isInWindow = ({ departsAfter, departsBefore }: NeighbourSearch, pickupAtMs: number) =>
  pickupAtMs >= Date.parse(departsAfter) && pickupAtMs <= Date.parse(departsBefore);

function readPrice({ price }: Journey): NeighbourRide["price"] {
  const type = price?.type?.toUpperCase();
  if (type === "FREE" || price?.amount === 0) return { kind: "free" };
  const { amount, currency } = price ?? {};
  const isKnown = type === "PAYING" && typeof amount === "number" && currency;
  if (!isKnown) return { kind: "unknown" };
  const amountMinor = Math.round(amount * minorPerUnit(currency));
  const contribution = Money.safeParse({
    amountMinor,
    currency,
  }).data;
  return contribution
    ? {
        kind: "paid",
        contribution,
      }
    : { kind: "unknown" };
}

/** Undefined if it cannot be compared with the prices here. */
function amountMinorOf({ community }: Context, price: NeighbourRide["price"]): number | undefined {
  if (price.kind === "free") return 0;
  if (price.kind === "unknown") return undefined;
  const { amountMinor, currency } = price.contribution;
  return currency === community.currency ? amountMinor : undefined;
}

function isAffordable(
  ctx: Context,
  price: NeighbourRide["price"],
  maxMinor: number | undefined,
): boolean {
  if (maxMinor === undefined) return true;
  const amountMinor = amountMinorOf(ctx, price);
  return amountMinor !== undefined && amountMinor <= maxMinor;
}
