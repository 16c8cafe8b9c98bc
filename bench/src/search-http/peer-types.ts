import { z } from "zod";

/** What the PostGIS peer is told: where the rides of our server are, and where PostGIS is and its bounds. */
export const Peer = z.object({
  folder: z.string(),
  postgis: z.string(),
  bounds: z.object({ longestS: z.number(), reachM: z.number() }),
});
export type Peer = z.infer<typeof Peer>;
