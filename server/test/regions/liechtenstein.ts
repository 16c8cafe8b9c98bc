import { join } from "node:path";

/** The extract that ships with the server. */
export const LIECHTENSTEIN = join(import.meta.dirname, "../../data/regions/liechtenstein.osm.pbf");
