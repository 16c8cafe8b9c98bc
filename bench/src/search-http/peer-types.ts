import { z } from "zod";

/** Input of the PostGIS peer: the database with our server's rides, and PostGIS with its bounds. */
export const Peer = z.object({
  folder: z.string(),
  postgis: z.string(),
  bounds: z.object({ longestS: z.number(), reachM: z.number() }),
});
export type Peer = z.infer<typeof Peer>;
