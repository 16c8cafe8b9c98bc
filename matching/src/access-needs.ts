/** Features of a vehicle that some passengers cannot travel without. */
export type VehicleAccess = "step-free" | "wheelchair";
/** Access needs of a passenger. An assistance animal asks nothing of the vehicle. */
export type AccessNeed = VehicleAccess | "assistance-animal";

/**
 * Returns true if a vehicle has every feature that the passenger needs. Unknown features count as missing: a wrong
 * guess would strand people.
 */
export const meetsAccessNeeds = (
  needs: readonly AccessNeed[],
  features: readonly VehicleAccess[],
): boolean => needs.every((need) => need === "assistance-animal" || features.includes(need));

/**
 * Returns the pets filter to apply. It is ignored for a passenger with an assistance animal, which is not a pet and may
 * travel where pets may not.
 */
export const applicablePetsFilter = <Wish>(
  needs: readonly AccessNeed[],
  pets: Wish | undefined,
): Wish | undefined => (needs.includes("assistance-animal") ? undefined : pets);
