import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { openLog } from "#platform/log.ts";
import { findValhalla } from "#platform/routing/embedded/find-valhalla.ts";
import { TILES_FILE } from "#platform/routing/embedded/region-roads.ts";
import type { RoadAction } from "#platform/routing/embedded/road-process-messages.ts";
import { RoadProcessSupervisor } from "#platform/routing/embedded/road-process-supervisor.ts";
import { engineConfig } from "#platform/routing/embedded/valhalla-config.ts";
import { listenLocally } from "../services/listen-locally.ts";
import { VILLAGES } from "../regions/villages.ts";
import { buildLiechtenstein } from "./liechtenstein-region.ts";

export interface RoutingService {
  /** Valhalla's address; it supports OSRM's format, too. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Why real roads are not available on this machine; undefined if they are. */
export function reasonRoutingUnavailable(): string | undefined {
  const valhalla = findValhalla();
  return "reason" in valhalla ? valhalla.reason : undefined;
}

/** Serves the roads of Liechtenstein over HTTP, like `valhalla_service` and, as Valhalla can, in OSRM's format. */
export async function openRoutingService(): Promise<RoutingService> {
  const config = JSON.stringify(
    engineConfig(`${await buildLiechtenstein()}/${TILES_FILE}`, { hierarchy: false }),
  );
  const roads = new RoadProcessSupervisor(openLog("silent"), { hangMs: 60_000 });
  const server = createServer((request, reply) => {
    answer(request, (action, query) => roads.query("liechtenstein", config, action, query)).then(
      (result) => reply.writeHead(200, { "content-type": "application/json" }).end(result),
      (error: unknown) => {
        const message =
          error instanceof Error && "body" in error ? String(error.body) : String(error);
        const osrm = { code: "NoSegment", message };
        const valhalla = {
          error_code: 171,
          error: message,
          status_code: 400,
          status: "Bad Request",
        };
        const result = JSON.stringify(request.method === "GET" ? osrm : valhalla);
        reply.writeHead(400, { "content-type": "application/json" }).end(result);
      },
    );
  });
  const port = await listenLocally(server);
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await roads.close();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

async function answer(
  request: IncomingMessage,
  query: (action: RoadAction, query: string) => Promise<string>,
): Promise<string> {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
  if (request.method === "POST") {
    const action = pathname === "/route" ? "route" : pathname === "/locate" ? "locate" : "matrix";
    return query(action, await text(request));
  }
  const [, service = "", , , places = ""] = pathname.split("/");
  const locations = places.split(";").map((place) => {
    const [lon, lat] = place.split(",").map(Number);
    return { lat, lon };
  });
  const options = { costing: "auto", format: "osrm" };
  if (service === "route") return query("route", JSON.stringify({ locations, ...options }));
  const some = (name: string) =>
    (searchParams.get(name) ?? "").split(";").map((n) => locations[Number(n)]);
  return query(
    "matrix",
    JSON.stringify({ sources: some("sources"), targets: some("destinations"), ...options }),
  );
}

const { balzers, triesen, vaduz, schaan, ruggell } = VILLAGES;
const malbun = { label: "Malbun", lat: 47.1027, lng: 9.6097 };

/** Places on these roads. */
export const liechtenstein = { balzers, triesen, vaduz, schaan, malbun, ruggell };
