import { type DestinationStream, type Logger, pino } from "pino";

export type Log = Logger;

/** Lines are written a few at once, since each writing costs as much as the rest of a line; at exit, whatever is left. */
const GATHERED = { minLength: 4096, periodicFlush: 200 };

/** One line of JSON per happening. Nothing personal is in it: no names, addresses, positions or bodies, only ids of calls. */
export function openLog(level: string, stream?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // What a library may hang on an error or a request and nobody should read in a file.
    redact: { paths: ["*.parameters", "err.detail", "err.where", "req.headers", "req.remoteAddress"], remove: true },
  };
  return pino(options, stream ?? pino.destination({ dest: 1, sync: false, ...GATHERED }));
}
