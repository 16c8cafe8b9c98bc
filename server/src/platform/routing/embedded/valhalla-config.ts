/** Chunks of tables are smaller, and points of a ride fewer; Valhalla refuses what is over its limits. */
const LIMITS = {
  max_distance: 20_000_000,
  max_locations: 1_000,
  max_matrix_distance: 20_000_000,
  max_matrix_location_pairs: 250_000,
};
/**
 * `timedistancematrix` reserves memory for each second that the longest way could take, for each search: 0.5 GB and
 * some hundred milliseconds for a walk of 20,000 km. Regions without a hierarchy are far smaller than these.
 */
const FLAT_CAR_LIMITS = { ...LIMITS, max_matrix_distance: 1_000_000 };
const FLAT_FOOT_LIMITS = { ...LIMITS, max_matrix_distance: 200_000 };
const SILENT = { type: "" };
/** Bytes of tiles in memory, apart from those that the operating system caches for all processes. */
const MAX_CACHE_BYTES = 100_000_000;
/** Roads per search that stay reserved in memory. The defaults reserve gigabytes for tables. */
const RESERVED_LABELS = 100_000;
const RESERVED_LABELS_PER_PLACE = 2_000;

export interface RoadLayout {
  /** Whether larger roads form levels of their own, which makes long routes fast and tables slow. */
  readonly hierarchy: boolean;
}

/**
 * Settings of the engine for one region, whose tiles are in this file. Without a hierarchy of roads, tables come from
 * `timedistancematrix`: one search from each place of the shorter side finds the same ways as a route does. With a
 * hierarchy it would misread turns where the levels meet if there are more sources than targets, so they come from
 * `costmatrix`, which searches around every place and misses some private roads.
 */
export const engineConfig = (tilesFile: string, { hierarchy }: RoadLayout): object => ({
  mjolnir: {
    tile_extract: tilesFile,
    // Required, but not used.
    tile_dir: "",
    max_cache_size: MAX_CACHE_BYTES,
    logging: SILENT,
  },
  loki: {
    actions: ["locate", "route", "sources_to_targets"],
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
  thor: {
    source_to_target_algorithm: hierarchy ? "costmatrix" : "timedistancematrix",
    clear_reserved_memory: true,
    max_reserved_labels_count_astar: RESERVED_LABELS,
    max_reserved_labels_count_bidir_astar: RESERVED_LABELS,
    max_reserved_labels_count_dijkstras: RESERVED_LABELS,
    max_reserved_labels_count_bidir_dijkstras: RESERVED_LABELS_PER_PLACE,
    logging: SILENT,
  },
  odin: { logging: SILENT },
  // Map matching: required, but not used.
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
    auto: hierarchy ? LIMITS : FLAT_CAR_LIMITS,
    pedestrian: {
      ...(hierarchy ? LIMITS : FLAT_FOOT_LIMITS),
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

/** Settings for building tiles into a folder. */
export const buildConfig = (folder: string, { hierarchy }: RoadLayout): object => ({
  mjolnir: {
    tile_dir: folder,
    // Not known offline: roads are taken as mapped, without the rules of countries.
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
    include_platforms: true,
    hierarchy,
    shortcuts: hierarchy,
    reclassify_links: true,
    logging: { type: "std_err", color: false },
  },
});
