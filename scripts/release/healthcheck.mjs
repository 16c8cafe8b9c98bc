/** Exits with 0 if the server on this machine is alive: the health check of a container. */
const { PORT: port = "3000" } = process.env;
const TIMEOUT_MS = 4_000;
const answer = await fetch(`http://127.0.0.1:${port}/health/live`, {
  signal: AbortSignal.timeout(TIMEOUT_MS),
}).catch(() => undefined);
process.exitCode = answer?.ok ? 0 : 1;
