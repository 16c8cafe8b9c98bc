import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Actor, getConfig } from "@valhallajs/valhallajs";

/**
 * Serves Valhalla over HTTP like `valhalla_service`, and the same roads in OSRM's format, which Valhalla supports. A separate
 * program, started by roads.ts with an OpenStreetMap file and a working folder.
 */

const [, , network = "", folder = ""] = process.argv;
const actor = await openValhalla();

const server = createServer((request, reply) => {
  answer(request).then(
    (result) => reply.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(result)),
    (error: unknown) => {
      const words = error instanceof Error ? error.message : String(error);
      const osrm = { code: "NoSegment", message: words };
      const valhalla = { error_code: 171, error: words, status_code: 400, status: "Bad Request" };
      const result = request.method === "GET" ? osrm : valhalla;
      reply.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(result));
    },
  );
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") process.stdout.write(`http://127.0.0.1:${address?.port}\n`);
});
// Exits when the parent process has ended.
process.stdin.on("close", () => process.exit()).resume();

async function openValhalla(): Promise<Actor> {
  const config = await getConfig({ tileDir: join(folder, "tiles"), tileExtract: "" });
  const file = join(folder, "valhalla.json");
  writeFileSync(file, JSON.stringify({ ...config, mjolnir: { ...config["mjolnir"], concurrency: 1 } }));
  const main = createRequire(import.meta.url).resolve("@valhallajs/valhallajs");
  const built = spawnSync(
    process.execPath,
    [join(main, "../bin/valhalla-cli.js"), "build_tiles", "-c", file, network],
    {
      cwd: folder,
    },
  );
  if (built.status !== 0) throw new Error(`The roads could not be built. ${built.stderr.toString()}`);
  return new Actor(readFileSync(file, "utf8"));
}

async function answer(request: IncomingMessage): Promise<unknown> {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
  const [, service = "", , , places = ""] = pathname.split("/");
  if (request.method === "POST") {
    let body = "";
    for await (const part of request) body += String(part);
    return pathname === "/route" ? actor.route(JSON.parse(body)) : actor.matrix(JSON.parse(body));
  }
  const locations = places.split(";").map((place) => {
    const [lon, lat] = place.split(",").map(Number);
    return { lat, lon };
  });
  if (service === "route") return actor.route({ locations, costing: "auto", format: "osrm" });
  const some = (name: string) => (searchParams.get(name) ?? "").split(";").map((n) => locations[Number(n)]);
  return actor.matrix({ sources: some("sources"), targets: some("destinations"), costing: "auto", format: "osrm" });
}
