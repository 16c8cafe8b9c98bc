import type { FastifyInstance, FastifyReply } from "fastify";
import { type Brand, brandFile, brandOf, isBranded, PRODUCT_COLORS } from "../../branding/brand.ts";
import { drawBrandFile, PREVIEW_SIZE } from "../../branding/brand-images.ts";
import { renderBrandCss } from "../../branding/palette.ts";
import { findLogoPng } from "../../community/community-settings.store.ts";
import type { Context } from "../../context.ts";
import { escapeHtml } from "../../text.ts";
import { renderSvgAsPng } from "../../images/render-svg.ts";
import { Problem } from "../problem.ts";

type BrandContext = Pick<Context, "db" | "community">;
const LOGO_FILE = "logo.png";
const IMMUTABLE_CACHE = "public, max-age=31536000, immutable";

/**
 * Serves style sheet, logo and icons of the community. An address with an outdated version gets the present file, so
 * that a page opened before a change still has a logo.
 */
export function serveBranding(http: FastifyInstance, ctx: BrandContext): void {
  http.get<{
    Params: {
      version: string;
      file: string;
    };
  }>("/branding/:version/:file", async (request, reply) => {
    const { version, file } = request.params;
    const isCurrent = version === brandOf(ctx.community).version;
    void reply.header("cache-control", isCurrent ? IMMUTABLE_CACHE : "no-cache");
    return sendBrandFile(ctx, file, reply);
  });
}

async function sendBrandFile(
  ctx: BrandContext,
  file: string,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const brand = brandOf(ctx.community);
  if (file === "brand.css")
    return reply.type("text/css; charset=utf-8").send(renderBrandCss(brand.palette));
  const png =
    file === LOGO_FILE
      ? brand.logo && (await findLogoPng(ctx.db, brand.logo.hash))
      : await drawPng(ctx, file);
  if (!png) throw new Problem("not_found");
  return reply.type("image/png").send(png);
}

async function drawPng(ctx: BrandContext, file: string): Promise<Buffer | undefined> {
  const svg = await drawBrandFile(ctx, file);
  return svg === undefined ? undefined : renderSvgAsPng(svg);
}

/** The logo as pages show it. */
export const viewLogo = (brand: Brand) =>
  brand.logo && {
    url: brandFile(brand, LOGO_FILE),
    width: brand.logo.width,
    height: brand.logo.height,
  };

/** Replaces the product's icons and theme colours in a page's head, and adds the style sheet. */
export function brandHead(html: string, brand: Brand): string {
  if (!isBranded(brand)) return html;
  const { palette } = brand;
  const css = `<link rel="stylesheet" href="${brandFile(brand, "brand.css")}" />`;
  return html
    .replace(
      /<link rel="icon"[^<>]*>/,
      `<link rel="icon" href="${brandFile(brand, "favicon.png")}" type="image/png" />`,
    )
    .replace(
      /<link rel="apple-touch-icon"[^<>]*>/,
      `<link rel="apple-touch-icon" href="${brandFile(brand, "apple-180.png")}" />`,
    )
    .replace(PRODUCT_COLORS.light, palette?.light.brand ?? PRODUCT_COLORS.light)
    .replace(PRODUCT_COLORS.dark, palette?.dark.brandSoft ?? PRODUCT_COLORS.dark)
    .replace("</head>", `  ${css}\n  </head>`);
}

/** What other websites show of a link to a page. */
export function previewTags(
  brand: Brand,
  {
    site,
    title,
  }: {
    readonly site: string;
    readonly title: string;
  },
): string[] {
  const { width, height } = PREVIEW_SIZE;
  const tags = {
    "og:type": "website",
    "og:site_name": brand.name,
    "og:title": title,
    "og:image": `${site}${brandFile(brand, "preview.png")}`,
    "og:image:width": String(width),
    "og:image:height": String(height),
    "og:image:alt": brand.name,
  };
  return Object.entries(tags).map(
    ([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}" />`,
  );
}

interface Manifest {
  readonly icons?: readonly { readonly src: string }[];
  readonly shortcuts?: readonly { readonly icons?: readonly { readonly src: string }[] }[];
}

/** The manifest with the community's name, icons and colour. */
export function brandManifest(manifest: Manifest, brand: Brand): object {
  const named = {
    ...manifest,
    name: brand.name,
    short_name: brand.name,
  };
  if (!isBranded(brand)) return named;
  const branded = <Icon extends { readonly src: string }>(icons: readonly Icon[]) =>
    icons.map((icon) => ({
      ...icon,
      src: brandFile(brand, icon.src.split("/").at(-1) ?? ""),
    }));
  return {
    ...named,
    ...(brand.palette && { theme_color: brand.palette.light.brand }),
    ...(manifest.icons && { icons: branded(manifest.icons) }),
    ...(manifest.shortcuts && {
      shortcuts: manifest.shortcuts.map((shortcut) => ({
        ...shortcut,
        ...(shortcut.icons && { icons: branded(shortcut.icons) }),
      })),
    }),
  };
}
