/** What a vehicle has that some people cannot travel without. */
export type VehicleAccess = "step-free" | "wheelchair";
/** What somebody needs on the way; an assistance animal needs nothing of the vehicle. */
export type AccessNeed = VehicleAccess | "assistance-animal";

/** Whether a vehicle has all that somebody needs. Where nothing was said of it, it has nothing: a guess would strand people. */
export const meetsAccessNeeds = (needs: readonly AccessNeed[], features: readonly VehicleAccess[]): boolean =>
  needs.every((need) => need === "assistance-animal" || features.includes(need));

/** The wish about pets that counts: none for who comes with an assistance animal, which is no pet and travels where pets may not. */
export const applicablePetsFilter = <Wish>(needs: readonly AccessNeed[], pets: Wish | undefined): Wish | undefined =>
  needs.includes("assistance-animal") ? undefined : pets;
