import { type DestinationStream, type Logger, pino } from "pino";

export type Log = Logger;

/**
 * Logs one line of JSON per entry. Contains no personal data: no names, addresses, positions or bodies, only request
 * ids.
 */
export function openLog(level: string, stream?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: isoTime(),
    // Data that libraries attach to errors or requests and that must not appear in log files.
    redact: {
      paths: ["err.parameters", "err.detail", "err.where", "req.headers", "req.remoteAddress"],
      remove: true,
    },
  };
  return pino(
    options,
    stream ??
      pino.destination({
        dest: 1,
        sync: true,
      }),
  );
}

/** pino's time format, but lines of one millisecond share the text. */
function isoTime(): () => string {
  let atMs = NaN;
  let text = "";
  return () => {
    const nowMs = Date.now();
    if (nowMs !== atMs) [atMs, text] = [nowMs, `,"time":"${new Date(nowMs).toISOString()}"`];
    return text;
  };
}
