import type { Neighbour, NeighbourDetails, NeighbourState } from "@commonlane/contract/neighbours";
import type { Context } from "#platform/context.ts";
import { Sealer } from "#platform/sealer.ts";
import { getServerKey } from "#platform/server-keys.ts";
import type { NeighbourRow } from "./neighbours.store.ts";
import { fingerprintOf } from "./own-key.ts";

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
