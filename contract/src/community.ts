import { z } from "zod";

/** What a community calls itself and reckons with, as its operator set it. The page carries it in its head. */
export const Community = z.object({
  name: z.string(),
  supportEmail: z.string(),
  /** A page of the community elsewhere, opened from the footer. */
  socialUrl: z.string(),
  /** ISO 4217. */
  currency: z.string(),
  /** What a kilometre of driving costs, in the currency's smallest unit; suggested contributions follow from it. */
  costPerKmMinor: z.number(),
});
export type Community = z.infer<typeof Community>;

/** The name of the meta element that carries it, as JSON. */
export const COMMUNITY_META = "commonlane-community";
