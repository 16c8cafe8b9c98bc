import {
  bulkhead,
  ConstantBackoff,
  handleWhen,
  isBulkheadRejectedError,
  isTaskCancelledError,
  retry,
  timeout,
  TimeoutStrategy,
  wrap,
} from "cockatiel";
import type { z } from "zod";
import { UpstreamUnavailable } from "../../upstream/upstream-client.ts";
import type { ValhallaClient, ValhallaPath } from "../valhalla.ts";
import type { RoadAction } from "./road-process-messages.ts";
import type { RoadProcessSupervisor } from "./road-process-supervisor.ts";

const ACTIONS: Record<ValhallaPath, RoadAction> = {
  "/route": "route",
  "/sources_to_targets": "matrix",
  "/locate": "locate",
};

/** A query may take this long; then its caller estimates. */
const TIMEOUT_MS = 5_000;
/** With waiting for its turn, a query may take this many times as long: large tables are many queries. */
const WAITING = 4;
const MAX_CONCURRENT = 4;
const MAX_QUEUED = 512;
/** By then a process that crashed is started again. */
const RETRY_AFTER_MS = 100;

/** Sends Valhalla's requests to the engine of one region. Fails like UpstreamClient. */
export function createRegionClient(
  roads: RoadProcessSupervisor,
  region: { readonly key: string; readonly config: string },
  { timeoutMs = TIMEOUT_MS } = {},
): ValhallaClient {
  const failed = handleWhen((error) => error instanceof UpstreamUnavailable);
  const policy = wrap(
    timeout(WAITING * timeoutMs, TimeoutStrategy.Aggressive),
    bulkhead(MAX_CONCURRENT, MAX_QUEUED),
    timeout(timeoutMs, TimeoutStrategy.Aggressive),
    retry(failed, { maxAttempts: 1, backoff: new ConstantBackoff(RETRY_AFTER_MS) }),
  );
  return {
    async request<T extends z.ZodType>(
      path: ValhallaPath,
      schema: T,
      body: object,
    ): Promise<z.output<T>> {
      const query = JSON.stringify(body);
      const text = await policy
        .execute(() => roads.query(region.key, region.config, ACTIONS[path], query))
        .catch((error: unknown) => {
          if (isTaskCancelledError(error))
            throw new UpstreamUnavailable("The engine did not answer in time.");
          if (isBulkheadRejectedError(error))
            throw new UpstreamUnavailable("Too many queries at once.");
          throw error;
        });
      const reply = schema.safeParse(JSON.parse(text));
      if (!reply.success)
        throw new UpstreamUnavailable("The reply does not have the expected format.");
      return reply.data;
    },
  };
}
