import type { Log } from "#platform/log.ts";
import type { FastifyInstance } from "fastify";
import type { Settings } from "#platform/settings.ts";

/** Returns the address that it listens at. */
export async function listen(
  app: FastifyInstance,
  { settings, log }: { readonly settings: Settings; readonly log: Log },
): Promise<string> {
  const { HOST, PORT, LOG_LEVEL } = settings;
  // Suppresses Fastify's own log line with the address.
  log.level = LOG_LEVEL === "info" ? "warn" : LOG_LEVEL;
  const listening = await app.listen({ host: HOST, port: PORT }).catch((error: unknown) => {
    throw listenError(error, settings);
  });
  log.level = LOG_LEVEL;
  return listening;
}

function listenError(error: unknown, { HOST, PORT }: Settings): Error {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${PORT} is in use by another program. Stop that program or set PORT to another port.`,
    EACCES: `This user may not use port ${PORT}. Set PORT to 1024 or higher.`,
    EADDRNOTAVAIL: `This machine has no address ${HOST}. Set HOST to one of its addresses.`,
    ENOTFOUND: `This machine has no address ${HOST}. Set HOST to one that it has.`,
  };
  return new Error(reasons[code] ?? `Cannot listen at ${HOST}, port ${PORT}: ${String(error)}`, {
    cause: error,
  });
}
