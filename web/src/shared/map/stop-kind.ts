/** The kind of the `n`-th of `count` points of a ride. */
export function stopKind(n: number, count: number): "start" | "end" | "stop" {
  if (n === 0) return "start";
  return n === count - 1 ? "end" : "stop";
}
