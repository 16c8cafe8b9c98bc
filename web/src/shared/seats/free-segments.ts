import type { Ride } from "@commonlane/contract/rides";

/** Segments with enough free seats, as indexes of their first and last point. */
export function findFreeSegments(
  { seatsLeftByLeg }: Pick<Ride, "seatsLeftByLeg">,
  seats: number,
): {
  from: number;
  to: number;
  seatsFree: number;
}[] {
  const segments: {
    from: number;
    to: number;
    seatsFree: number;
  }[] = [];
  for (const [leg, seatsFree] of seatsLeftByLeg.entries()) {
    if (seatsFree < seats) continue;
    const lastSegment = segments.at(-1);
    if (lastSegment?.to === leg)
      segments[segments.length - 1] = {
        ...lastSegment,
        to: leg + 1,
        seatsFree: Math.min(lastSegment.seatsFree, seatsFree),
      };
    else
      segments.push({
        from: leg,
        to: leg + 1,
        seatsFree,
      });
  }
  return segments;
}
