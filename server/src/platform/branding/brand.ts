import { createHash } from "node:crypto";
import type { CommunityLogo } from "../community/community-settings.store.ts";
import type { Community } from "../community/community.ts";
import { createPalette, type Palette } from "./palette.ts";

/** How a community looks. */
export interface Brand {
  readonly name: string;
  readonly logo: CommunityLogo | null;
  /** Null for the product's own colours. */
  readonly palette: Palette | null;
  /** Changes whenever the look does, so that its files can be cached. */
  readonly version: string;
}

export type BrandedCommunity = Pick<Community, "name" | "brandColor" | "logo">;

/** The product's green, and the ground of its pages, as in web/src/styles/tokens.css. */
export const PRODUCT_COLORS = {
  brand: "#006152",
  onBrand: "#f8fdfa",
  light: "#f3f7f4",
  dark: "#0c1615",
} as const;

/** Increased when the drawings change. */
const DRAWINGS = 1;

let latest: Brand | undefined;

export function brandOf({ name, brandColor, logo }: BrandedCommunity): Brand {
  const version = createHash("sha256")
    .update(JSON.stringify([DRAWINGS, name, brandColor, logo?.hash]))
    .digest("base64url")
    .slice(0, 16);
  if (latest?.version === version) return latest;
  latest = {
    name,
    logo,
    palette: brandColor === null ? null : createPalette(brandColor),
    version,
  };
  return latest;
}

/** True if the community has a colour or logo of its own. */
export function isBranded({ logo, palette }: Brand): boolean {
  return logo !== null || palette !== null;
}

/** The address of a file of the brand, see `serveBranding`. */
export const brandFile = ({ version }: Brand, file: string): string =>
  `/branding/${version}/${file}`;
