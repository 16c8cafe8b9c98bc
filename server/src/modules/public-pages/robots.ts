import type { FastifyInstance } from "fastify";
import { listPublicRideIds } from "#modules/rides/published/index.ts";
import type { Context } from "#platform/context.ts";
import type { SiteOptions } from "./ride-page-html.ts";

/** Pages that need no account; the other screens show nothing to a visitor. */
const INDEXED_PATHS = [
  "/",
  "/popular-routes",
  "/about",
  "/privacy-policy",
  "/terms-of-use",
] as const;
const SITEMAP_RIDES = 5_000;
/** Pages with personal links, and replies that are not pages. Pages with `noindex` must be readable to be left out. */
const DISALLOWED = [
  "/api/",
  "/dev/",
  "/follow",
  "/setup",
  "/trusted-contact",
  "/unsubscribe",
  "/delete-imported-data",
  "/verify-email",
  "/widget/",
];

/** Serves `/robots.txt` and, if the operator allows search engines to list public rides, `/sitemap.xml`. */
export function mountRobots(
  http: FastifyInstance,
  ctx: Context,
  { site }: Pick<SiteOptions, "site">,
): void {
  const isIndexed = () => ctx.community.publicRides === "indexed";
  const rules = ["User-agent: *", ...DISALLOWED.map((path) => `Disallow: ${path}`)];
  const robots = () =>
    [...rules, ...(isIndexed() ? ["", `Sitemap: ${site}/sitemap.xml`] : []), ""].join("\n");
  http.get("/robots.txt", (_, reply) =>
    reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", "public, max-age=3600")
      .send(robots()),
  );
  http.get("/sitemap.xml", async (_, reply) => {
    if (!isIndexed()) return reply.callNotFound();
    const ids = await listPublicRideIds(ctx, SITEMAP_RIDES);
    const urls = [...INDEXED_PATHS, ...ids.map((id) => `/rides/${id}`)];
    const sitemap = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.map((path) => `<url><loc>${site}${path}</loc></url>`).join("\n")}
</urlset>
`;
    return reply
      .type("application/xml; charset=utf-8")
      .header("cache-control", "public, max-age=600")
      .send(sitemap);
  });
}
