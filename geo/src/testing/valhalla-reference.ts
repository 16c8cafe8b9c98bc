import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { LatLng } from "@commonlane/matching/geo";
import { z } from "zod";

const require = createRequire(import.meta.url);
const run = promisify(execFile);

const Trip = z.object({
  trip: z.object({
    legs: z.array(
      z.object({ shape: z.string(), summary: z.object({ length: z.number(), time: z.number() }) }),
    ),
  }),
});

export interface ForeignRoad {
  readonly distanceM: number;
  readonly durationS: number;
  /** Encoded with six decimals. */
  readonly shape: string;
}

/** Valhalla on the roads of an extract: a foreign reference for our own. It is not shipped. */
export interface ForeignRouter {
  /** Undefined if it finds no road. */
  route(from: LatLng, to: LatLng): Promise<ForeignRoad | undefined>;
}

interface Actor {
  route(query: string): Promise<string>;
}
interface Bindings {
  readonly Actor: new (config: string) => Actor;
}

/** Builds Valhalla's tiles of an extract into an empty folder, and opens them. */
export async function openValhalla(extract: string, folder: string): Promise<ForeignRouter> {
  const tiles = join(folder, "tiles");
  await mkdir(tiles, { recursive: true });
  const buildConfig = join(folder, "build.json");
  await writeFile(buildConfig, JSON.stringify({ mjolnir: mjolnir(tiles) }));
  const binaries = join(
    dirname(require.resolve("@valhallajs/valhallajs")),
    process.platform,
    process.arch,
  );
  await run(join(binaries, "valhalla_build_tiles"), ["-c", buildConfig, "-j", "1", extract], {
    // It leaves a list of duplicate ways in its folder.
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
  });

  const bindings: Bindings = require("@valhallajs/valhallajs");
  const actor = new bindings.Actor(JSON.stringify(routingConfig(tiles)));
  return {
    async route(from, to) {
      const query = {
        costing: "auto",
        units: "kilometers",
        directions_type: "none",
        locations: [from, to].map(toLocation),
      };
      const reply = await actor.route(JSON.stringify(query)).catch(() => undefined);
      const leg = reply === undefined ? undefined : Trip.parse(JSON.parse(reply)).trip.legs[0];
      if (!leg) return undefined;
      const { summary, shape } = leg;
      return { distanceM: 1000 * summary.length, durationS: summary.time, shape };
    },
  };
}

/** Drives begin where ours do: not on a motorway, a ramp or in a tunnel. */
const toLocation = ({ lat, lng }: LatLng) => ({
  lat,
  lon: lng,
  search_filter: { max_road_class: "trunk", exclude_ramp: true, exclude_tunnel: true },
});

const SILENT = { type: "" };

const mjolnir = (tiles: string) => ({
  tile_dir: tiles,
  admin: "",
  timezone: "",
  transit_dir: "",
  data_processing: {
    infer_internal_intersections: true,
    infer_turn_channels: true,
    apply_country_overrides: false,
    use_admin_db: false,
  },
  include_bicycle: false,
  hierarchy: false,
  shortcuts: false,
  reclassify_links: true,
  logging: SILENT,
});

const MAX_DISTANCE_M = 5_000_000;
const LIMITS = {
  max_distance: MAX_DISTANCE_M,
  max_locations: 10,
  max_matrix_distance: MAX_DISTANCE_M,
  max_matrix_location_pairs: 100,
};

const routingConfig = (tiles: string) => ({
  mjolnir: { tile_dir: tiles, max_cache_size: 100_000_000, logging: SILENT },
  loki: {
    actions: ["route"],
    logging: SILENT,
    service_defaults: {
      heading_tolerance: 60,
      minimum_reachability: 50,
      node_snap_tolerance: 5,
      radius: 0,
      search_cutoff: 35_000,
      street_side_max_distance: 1_000,
      street_side_tolerance: 5,
    },
    use_connectivity: true,
  },
  thor: { logging: SILENT },
  odin: { logging: SILENT },
  meili: {
    mode: "auto",
    customizable: [],
    verbose: false,
    default: {
      beta: 3,
      breakage_distance: 2000,
      geometry: false,
      gps_accuracy: 5,
      interpolation_distance: 10,
      max_route_distance_factor: 5,
      max_route_time_factor: 5,
      max_search_radius: 100,
      route: true,
      search_radius: 50,
      sigma_z: 4.07,
      turn_penalty_factor: 0,
    },
    grid: { cache_size: 1, size: 500 },
    logging: SILENT,
  },
  service_limits: {
    auto: LIMITS,
    pedestrian: {
      ...LIMITS,
      min_transit_walking_distance: 1,
      max_transit_walking_distance: 10_000,
    },
    max_exclude_locations: 0,
    max_exclude_polygons_length: 0,
    max_radius: 200,
    max_reachability: 100,
    max_alternates: 0,
    max_timedep_distance: 0,
    max_timedep_distance_matrix: 0,
    status: { allow_verbose: false },
    skadi: { max_shape: 0, min_resample: 10 },
    trace: {
      max_distance: 0,
      max_gps_accuracy: 0,
      max_search_radius: 0,
      max_shape: 0,
      max_alternates: 0,
      max_alternates_shape: 0,
    },
    isochrone: {
      max_contours: 0,
      max_distance: 0,
      max_locations: 0,
      max_time_contour: 0,
      max_distance_contour: 0,
    },
  },
});
