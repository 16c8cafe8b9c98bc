import { type DestinationStream, type Logger, pino } from "pino";

export type Log = Logger;

/** One line of JSON per happening. Nothing personal is in it: no names, addresses, positions or bodies, only ids of calls. */
export function openLog(level: string, stream?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: isoTime(),
    // What a library may hang on an error or a request and nobody should read in a file.
    redact: { paths: ["err.parameters", "err.detail", "err.where", "req.headers", "req.remoteAddress"], remove: true },
  };
  return pino(options, stream ?? pino.destination({ dest: 1, sync: true }));
}

/** pino's own way of writing the time, except that the lines of one millisecond share the text. */
function isoTime(): () => string {
  let [atMs, text] = [NaN, ""];
  return () => {
    const nowMs = Date.now();
    if (nowMs !== atMs) [atMs, text] = [nowMs, `,"time":"${new Date(nowMs).toISOString()}"`];
    return text;
  };
}
