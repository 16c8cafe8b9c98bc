import { z } from "zod";
import type { Context } from "#platform/context.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { createWorker, type Worker } from "#platform/jobs/worker.ts";
import { MESSAGES_PATH } from "./descriptor.ts";
import { requestText, signedHeaders } from "./neighbour-client.ts";
import { findNeighbourByUrl } from "./neighbours.store.ts";

/** `approve`: we want to be neighbours; `end`: we do not, or no longer. */
export const NeighbourAction = z.enum(["approve", "end"]);
export type NeighbourAction = z.output<typeof NeighbourAction>;

/** For almost a day, as a neighbour may be down. */
const tellJob = defineJob({
  name: "neighbours.tell",
  data: z.object({
    url: z.string(),
    action: NeighbourAction,
  }),
  retries: 25,
});

/** Notifies a neighbour after the commit, and again until it has answered. */
export const tellNeighbour = (ctx: Context, url: string, action: NeighbourAction): Promise<void> =>
  ctx.jobs.send(ctx, tellJob, { url, action });

const REPLY_MAX_BYTES = 1_000;

export const neighbourWorkers: readonly Worker[] = [
  createWorker(tellJob, async (ctx, { url, action }) => {
    const row = await findNeighbourByUrl(ctx, url);
    // Administrators may have decided otherwise in between.
    const isCurrent = (row?.approved_here ?? false) === (action === "approve");
    if (!isCurrent) return;
    const request = {
      method: "POST",
      url: url + MESSAGES_PATH,
      body: JSON.stringify({ action }),
    };
    const headers = await signedHeaders(ctx, request);
    await requestText(ctx, {
      ...request,
      headers,
      maxBytes: REPLY_MAX_BYTES,
    });
  }),
];
