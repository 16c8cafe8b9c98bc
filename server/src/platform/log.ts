import { type DestinationStream, type Logger, pino } from "pino";

export type Log = Logger;

/** One line of JSON per happening. Nothing personal is in it: no names, addresses, positions or bodies, only ids of calls. */
export function openLog(level: string, stream?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: isoTime(),
    // What a library may hang on an error or a request and nobody should read in a file.
    redact: { paths: ["*.parameters", "err.detail", "err.where", "req.headers", "req.remoteAddress"], remove: true },
  };
  return pino(options, stream ?? gathered());
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

const WARN = 40;

/**
 * Standard output, written a few lines at once, since each writing costs as much as the rest of a line: at the latest
 * after 200 ms, at the end of the process, and at once where somebody is warned of something.
 */
function gathered(): DestinationStream {
  const out = pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 200 });
  return {
    // pino's word for it: whoever bears this symbol is told the level of each line.
    [Symbol.for("pino.metadata")]: true,
    lastLevel: 0,
    write(line: string) {
      out.write(line);
      if (this.lastLevel >= WARN) out.flushSync();
    },
  } as DestinationStream & { lastLevel: number };
}
