/** A timer that can be paused and resumed. Takes the time as an argument, so that tests control the clock. */
export interface Countdown {
  pause: () => void;
  resume: () => void;
  stop: () => void;
}

interface Clock {
  now: () => number;
  after: (ms: number, run: () => void) => () => void;
}

const wallClock: Clock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const id = setTimeout(run, ms);
    return () => clearTimeout(id);
  },
};

export function countdown(ms: number, done: () => void, clock: Clock = wallClock): Countdown {
  let leftMs = ms;
  let startedAt = clock.now();
  let cancel: (() => void) | undefined = clock.after(leftMs, done);
  const halt = () => {
    if (!cancel) return;
    cancel();
    cancel = undefined;
    leftMs = Math.max(0, leftMs - (clock.now() - startedAt));
  };
  return {
    pause: halt,
    resume: () => {
      if (cancel) return;
      startedAt = clock.now();
      cancel = clock.after(leftMs, done);
    },
    stop: halt,
  };
}
