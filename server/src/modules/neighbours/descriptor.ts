import { NEIGHBOUR_NAME_MAX } from "@commonlane/contract/neighbours";
import { z } from "zod";
import { siteUrl } from "#modules/accounts/index.ts";
import { brandOf } from "#platform/branding/brand.ts";
import type { Context } from "#platform/context.ts";
import type { Area } from "#platform/db/schema/column-types.ts";
import { viewLogo } from "#platform/http/web-app/branding.ts";
import { productVersion } from "#platform/product-version.ts";
import { parseJson } from "#platform/text.ts";
import { getOwnKey, shortIdOf } from "./own-key.ts";
import { isHarmless } from "./read-journeys.ts";

export const DESCRIPTOR_PATH = "/.well-known/commonlane";
export const MESSAGES_PATH = "/open/neighbours";
const COVOITURAGE_PATH = "/standard-covoiturage";

/** What this community says of itself to others: who it is, where its rides are, and the key of its requests. */
export async function describeCommunity(ctx: Context): Promise<object> {
  const { settings, community } = ctx;
  const site = siteUrl(settings);
  const { publicKey } = await getOwnKey(ctx);
  const logo = viewLogo(brandOf(community));
  return {
    version: 1,
    url: site,
    name: community.name,
    logo: logo && site + logo.url,
    software: {
      name: "commonlane",
      version: productVersion,
    },
    contact: community.supportEmail,
    privacyUrl: `${site}/privacy-policy`,
    areas: ctx.regions.list().map(({ bbox }) => bbox),
    messages: site + MESSAGES_PATH,
    standardCovoiturage: {
      baseUrl: site + COVOITURAGE_PATH,
      search: community.rideListing ? ["driver_journeys"] : [],
      booking: ["deeplink"],
      authentication: ["signature", "api-key"],
    },
    keys: [
      {
        kty: "OKP",
        crv: "Ed25519",
        x: publicKey,
        kid: shortIdOf(publicKey),
      },
    ],
  };
}

const Degrees = z.number().min(-180).max(180);
const AREAS_MAX = 50;

/** Another community as its descriptor says; its addresses are below its own. */
export interface Descriptor {
  readonly url: string;
  readonly name: string;
  readonly logo: string | null;
  readonly areas: readonly Area[];
  readonly publicKey: string;
}

const DescriptorFile = z.object({
  version: z.literal(1),
  url: z.string(),
  name: z.string().trim().min(1).max(NEIGHBOUR_NAME_MAX).refine(isHarmless),
  logo: z.string().nullish(),
  areas: z
    .array(z.tuple([Degrees, Degrees, Degrees, Degrees]))
    .max(AREAS_MAX)
    .catch([]),
  keys: z
    .array(
      z.object({
        kty: z.literal("OKP"),
        crv: z.literal("Ed25519"),
        x: z.string().length(43),
      }),
    )
    .min(1),
});

/** Reads the descriptor at an address; undefined if it is none, or one of another address. */
export function readDescriptor(text: string, url: string): Descriptor | undefined {
  const file = DescriptorFile.safeParse(parseJson(text)).data;
  const [key] = file?.keys ?? [];
  if (!file || !key || file.url !== url) return undefined;
  const { name, logo, areas } = file;
  const isOwnLogo = logo?.startsWith(`${url}/`) ?? false;
  return {
    url,
    name,
    logo: isOwnLogo ? (logo ?? null) : null,
    areas,
    publicKey: key.x,
  };
}
