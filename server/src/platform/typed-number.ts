import { plainNumbers } from "@commonlane/contract/plain-numbers";
import { z } from "zod";

/** A number that an operator typed in an environment variable, in the digits of any script. */
export const typedNumber = (schema: z.ZodCoercedNumber) =>
  z.preprocess((value) => (typeof value === "string" ? plainNumbers(value) : value), schema);
