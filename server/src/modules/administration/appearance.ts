import { createHash } from "node:crypto";
import type { Appearance } from "@commonlane/contract/administration";
import { LOGO_MAX_PX, LOGO_MIN_PX } from "@commonlane/contract/limits";
import { recordTeamAction } from "#modules/moderation/index.ts";
import { brandOf } from "#platform/branding/brand.ts";
import { createPalette } from "#platform/branding/palette.ts";
import { changeCommunity } from "#platform/community/change-community.ts";
import { deleteLogo, saveLogo } from "#platform/community/community-settings.store.ts";
import type { Context, OutsideContext } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { viewLogo } from "#platform/http/web-app/branding.ts";
import { processImage } from "#platform/images/process-image.ts";

/** How the community looks, or would look in this colour. */
export function getAppearance({ community }: Context, color = community.brandColor): Appearance {
  const palette = color === null ? null : createPalette(color);
  return {
    palette,
    isAdjusted: palette !== null && palette.light.brand !== color,
    logo: viewLogo(brandOf(community)),
  };
}

/**
 * Sets the logo, which applies in this process before this returns and in the others soon afterwards. Throws
 * photo_format_unknown, photo_too_detailed, photo_broken or logo_too_small, or too_many if others wait for pictures.
 */
export async function setLogo(
  ctx: OutsideContext,
  byUid: string,
  bytes: Uint8Array,
): Promise<Appearance> {
  const logo = await makeLogo(ctx, bytes);
  await changeCommunity(ctx, async (ctx) => {
    await saveLogo(ctx.db, logo, ctx.now());
    const details = {
      width: logo.width,
      height: logo.height,
      hash: logo.hash,
    };
    await recordTeamAction(ctx, byUid, {
      call: "administration.setLogo",
      details,
    });
  });
  return getAppearance(ctx);
}

/** Idempotent. */
export async function removeLogo(ctx: Context, byUid: string): Promise<Appearance> {
  await changeCommunity(ctx, async (ctx) => {
    if (!(await deleteLogo(ctx.db))) return;
    await recordTeamAction(ctx, byUid, {
      call: "administration.removeLogo",
      details: {},
    });
  });
  return getAppearance(ctx);
}

/** Re-encodes a logo from its pixels alone: upright, in sRGB, within the size that is shown. */
function makeLogo(ctx: OutsideContext, bytes: Uint8Array) {
  return processImage(ctx, bytes, async (open) => {
    const fitting = open(bytes)
      .autoOrient()
      .resize(LOGO_MAX_PX.width, LOGO_MAX_PX.height, {
        fit: "inside",
        withoutEnlargement: true,
      })
      .toColourspace("srgb");
    const { data: png, info } = await fitting
      .png({
        compressionLevel: 9,
        palette: true,
        quality: 95,
      })
      .timeout({ seconds: TIMEOUT_S })
      .toBuffer({ resolveWithObject: true })
      .catch((cause: unknown) => {
        throw new Problem("photo_broken", { cause });
      });
    const { width, height } = info;
    if (Math.max(width, height) < LOGO_MIN_PX) throw new Problem("logo_too_small");
    return {
      png,
      width,
      height,
      hash: createHash("sha256").update(png).digest("base64url").slice(0, 22),
    };
  });
}

const TIMEOUT_S = 8;
