import { distanceM } from "@commonlane/matching/geo";
import type { LatLng } from "@commonlane/contract/shapes";
import { encodePolyline } from "@commonlane/contract/polyline";
import type { RequestHandler } from "../services/fake-upstream.ts";

/** Roads are straight but count 1.5 times the distance; cars drive 20 m/s. */
export const fakeRoadM = (from: LatLng, to: LatLng): number => 1.5 * distanceM(from, to);
export const fakeRoadS = (from: LatLng, to: LatLng): number => fakeRoadM(from, to) / 20;

/** An OSRM server with such roads that waits for `before` before each reply. */
export const fakeRoutingService =
  (before: () => Promise<unknown>): RequestHandler =>
  ({ url = "" }, reply) =>
    void before().then(() =>
      reply.setHeader("content-type", "application/json").end(JSON.stringify(answerTo(url))),
    );

function answerTo(url: string) {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  const points = (pathname.split("/").at(-1) ?? "").split(";").map((pair): LatLng => {
    const [lng = 0, lat = 0] = pair.split(",").map(Number);
    return { lat, lng };
  });
  const named = (name: string) =>
    (searchParams.get(name) ?? "").split(";").flatMap((n) => points[Number(n)] ?? []);
  if (pathname.startsWith("/table")) {
    const cells = (of: typeof fakeRoadM) =>
      named("sources").map((from) => named("destinations").map((to) => of(from, to)));
    return { code: "Ok", distances: cells(fakeRoadM), durations: cells(fakeRoadS) };
  }
  const legs = points.slice(1).map((to, n) => {
    const from = points[n] ?? to;
    const geometry = encodePolyline([from, to], 6);
    return { distance: fakeRoadM(from, to), duration: fakeRoadS(from, to), steps: [{ geometry }] };
  });
  return { code: "Ok", routes: [{ legs }] };
}
