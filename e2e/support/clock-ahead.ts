/** Loaded before the server by a test that controls its clock: the clock runs ahead by the given milliseconds. */
const aheadMs = Number(process.env["CLOCK_AHEAD_MS"]);
const now = Date.now.bind(Date);
Date.now = () => now() + aheadMs;
globalThis.Date = new Proxy(Date, {
  construct: (real, args: unknown[], newTarget) =>
    Reflect.construct(real, args.length === 0 ? [real.now()] : args, newTarget),
});
