import {
  type NeighbourDetails,
  NEIGHBOURS_MAX,
  type NewServer,
} from "@commonlane/contract/neighbours";
import { translatable } from "@commonlane/contract/message";
import { siteUrl } from "#modules/accounts/index.ts";
import { recordOperatorAction, recordTeamAction } from "#modules/moderation/index.ts";
import { type Context, type OutsideContext, transaction } from "#platform/context.ts";
import { invalidInput, Problem } from "#platform/http/problem.ts";
import { processImage } from "#platform/images/process-image.ts";
import { type Descriptor, DESCRIPTOR_PATH, readDescriptor } from "./descriptor.ts";
import { readPublicUrl } from "#platform/upstream/public-addresses.ts";
import { requestBytes, requestText } from "./neighbour-client.ts";
import {
  approveNeighbour,
  deleteNeighbour,
  findNeighbourByUrl,
  findNeighbourLogo,
  findNeighbours,
  insertNeighbour,
  type NeighbourRow,
  type NewNeighbour,
} from "./neighbours.store.ts";
import { sealApiKey, viewDetails } from "./neighbours.view.ts";
import { fingerprintOf, getOwnKey } from "./own-key.ts";
import { tellNeighbour } from "./tell-neighbour.ts";

const DESCRIPTOR_MAX_BYTES = 64_000;
const LOGO_MAX_BYTES = 500_000;
const LOGO_SIZE_PX = 96;
/** Anybody can ask; that must not keep administrators from inviting others. */
const INCOMING_MAX = 10;

export async function listNeighbours(ctx: Context): Promise<{
  items: NeighbourDetails[];
  ownFingerprint: string;
}> {
  const rows = await findNeighbours(ctx);
  const { publicKey } = await getOwnKey(ctx);
  return {
    items: rows.map(viewDetails),
    ownFingerprint: fingerprintOf(publicKey),
  };
}

/** Who a community at an address says it is. Nothing is stored. */
export async function previewNeighbour(
  ctx: OutsideContext,
  address: string,
): Promise<{
  name: string;
  url: string;
  fingerprint: string;
}> {
  const { name, url, publicKey } = await fetchDescriptor(ctx, readOrigin(ctx, address));
  return {
    name,
    url,
    fingerprint: fingerprintOf(publicKey),
  };
}

/** Approves a community, whose request may be here already. Its key is the one that the administrator compared. */
export async function inviteNeighbour(
  ctx: OutsideContext,
  {
    address,
    fingerprint,
  }: {
    readonly address: string;
    readonly fingerprint: string;
  },
): Promise<NeighbourDetails> {
  const descriptor = await fetchDescriptor(ctx, readOrigin(ctx, address));
  const { url, publicKey } = descriptor;
  if (fingerprintOf(publicKey) !== fingerprint) throw new Problem("neighbour_key_changed");
  const logo = await fetchLogo(ctx, descriptor);
  return transaction(ctx, async (ctx) => {
    if (!(await findNeighbourByUrl(ctx, url))) {
      await assertRoom(ctx);
      await insertNeighbour(ctx, toNeighbour(descriptor, logo));
    }
    const isApproved = await approveNeighbour(ctx, { url, publicKey, logo }, "approved_here");
    if (!isApproved) throw new Problem("neighbour_key_changed");
    await tellNeighbour(ctx, url, "approve");
    return viewDetails(await getByUrl(ctx, url));
  });
}

/**
 * Records that another community wants to be neighbours, or approves our request. The audit log has what concerns a
 * neighbour that we have approved; anyone can ask, again and again.
 *
 * @throws Problem too_many if there is no room, neighbour_signature_wrong if the neighbour has been removed since
 */
export async function receiveApproval(
  ctx: OutsideContext,
  url: string,
  descriptor: Descriptor | undefined,
): Promise<void> {
  const known = await findNeighbourByUrl(ctx, url);
  if (known?.approved_there) return;
  if (!known && !descriptor) throw new Problem("neighbour_signature_wrong");
  // Its logo is downloaded when an administrator approves it.
  const asking = descriptor && toNeighbour(descriptor, null);
  const publicKey = (known ?? asking)?.public_key ?? "";
  await transaction(ctx, async (ctx) => {
    if (!known && asking) {
      await assertRoomToAsk(ctx);
      await insertNeighbour(ctx, asking);
    }
    if (known?.approved_here)
      await recordOperatorAction(ctx, "neighbours.approvedThere", null, { url });
    const isApproved = await approveNeighbour(ctx, { url, publicKey }, "approved_there");
    if (!isApproved) throw new Problem("neighbour_signature_wrong");
  });
}

/** Records that another community has ended it. */
export const receiveEnd = (ctx: Context, url: string): Promise<void> =>
  transaction(ctx, async (ctx) => {
    const row = await deleteNeighbour(ctx, { url });
    if (row?.approved_here)
      await recordOperatorAction(ctx, "neighbours.endedThere", row.id, { url });
  });

const isIncoming = ({ approved_here }: NeighbourRow) => !approved_here;

const toNeighbour = ({ url, name, areas, publicKey }: Descriptor, logo: string | null) => ({
  ...NOT_APPROVED,
  kind: "commonlane" as const,
  url,
  website_url: url,
  name,
  logo,
  areas,
  public_key: publicKey,
  sealed_api_key: null,
});
const NOT_APPROVED = {
  approved_here: false,
  approved_there: false,
};

/** Adds a server of standard-covoiturage, which needs no approval from there but its key. */
export function addServer(
  ctx: Context,
  byUid: string,
  { name, address, website, apiKey }: NewServer,
): Promise<NeighbourDetails> {
  const { href } = readUrl(ctx, "address", address);
  const url = href.endsWith("/") ? href.slice(0, -1) : href;
  const website_url = readUrl(ctx, "website", website).origin;
  return transaction(ctx, async (ctx) => {
    await assertRoom(ctx);
    const server: NewNeighbour = {
      kind: "covoiturage",
      url,
      website_url,
      name,
      logo: null,
      public_key: null,
      sealed_api_key: await sealApiKey(ctx, apiKey),
      approved_here: true,
      approved_there: true,
      areas: [],
    };
    const row = await insertNeighbour(ctx, server);
    if (!row) throw invalidInput("address", translatable("This server is a neighbour already."));

    await recordTeamAction(ctx, byUid, {
      call: "neighbourAdministration.addServer",
      aboutId: row.id,
      details: {
        name,
        url,
        website: website_url,
      },
    });
    return viewDetails(row);
  });
}

/** Removes a neighbour, and sends an end message to the other community. */
export function removeNeighbour(
  ctx: Context,
  byUid: string,
  id: string,
): Promise<{ success: boolean }> {
  return transaction(ctx, async (ctx) => {
    const row = await deleteNeighbour(ctx, { id });
    if (!row) throw new Problem("not_found");

    const { kind, name, url } = row;
    if (kind === "commonlane") await tellNeighbour(ctx, url, "end");
    await recordTeamAction(ctx, byUid, {
      call: "neighbourAdministration.remove",
      aboutId: id,
      details: { name, url },
    });
    return { success: true };
  });
}

/** The logo as a PNG. @throws Problem not_found */
export async function getNeighbourLogo(ctx: Context, id: string): Promise<Buffer> {
  const logo = await findNeighbourLogo(ctx, id);
  if (!logo) throw new Problem("not_found");
  return Buffer.from(logo, "base64");
}

/** @throws Problem neighbour_unreachable */
export async function fetchDescriptor(ctx: OutsideContext, url: string): Promise<Descriptor> {
  const text = await requestText(ctx, {
    url: url + DESCRIPTOR_PATH,
    maxBytes: DESCRIPTOR_MAX_BYTES,
  }).catch((cause: unknown) => {
    throw new Problem("neighbour_unreachable", { cause });
  });
  const descriptor = readDescriptor(text, url);
  if (!descriptor) throw new Problem("neighbour_unreachable");
  return descriptor;
}

/** The logo, made small by us: browsers of members never ask the neighbour. Null if there is none that we can read. */
async function fetchLogo(ctx: OutsideContext, { logo }: Descriptor): Promise<string | null> {
  if (logo === null) return null;
  try {
    const bytes = await requestBytes(ctx, {
      url: logo,
      maxBytes: LOGO_MAX_BYTES,
    });
    const png = await processImage(ctx, bytes, (open) =>
      open(bytes)
        .resize(LOGO_SIZE_PX, LOGO_SIZE_PX, {
          fit: "inside",
          withoutEnlargement: true,
        })
        .png()
        .toBuffer(),
    );
    return png.toString("base64");
  } catch (error) {
    ctx.log.debug({ err: error }, "the logo of a neighbour cannot be used");
    return null;
  }
}

/** The origin that an administrator means: "rides.town.example" is enough. @throws Problem invalid_input */
export function readOrigin(ctx: Context, address: string): string {
  const { origin } = readUrl(ctx, "address", address);
  if (origin === new URL(siteUrl(ctx.settings)).origin)
    throw invalidInput("address", translatable("This is the address of this community."));
  return origin;
}

function readUrl(ctx: Context, field: string, address: string): URL {
  const text = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  return readPublicUrl(ctx, field, text);
}

async function assertRoomToAsk(ctx: Context): Promise<void> {
  const incoming = (await findNeighbours(ctx)).filter(isIncoming);
  if (incoming.length >= INCOMING_MAX) throw new Problem("too_many");
}

async function assertRoom(ctx: Context): Promise<void> {
  const approved = (await findNeighbours(ctx)).filter((row) => !isIncoming(row));
  if (approved.length >= NEIGHBOURS_MAX)
    throw new Problem("invalid_input", {
      message: translatable("There are 20 neighbours. Please remove one first."),
    });
}

async function getByUrl(ctx: Context, url: string): Promise<NeighbourRow> {
  const row = await findNeighbourByUrl(ctx, url);
  if (!row) throw new Problem("not_found");
  return row;
}
