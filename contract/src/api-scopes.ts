import * as z from "zod/mini";

/** What a key may do. An endpoint names its scope; keys cannot call endpoints without one. */
export const API_SCOPES = [
  "rides:read",
  "rides:write",
  "requests:read",
  "requests:write",
  "bookings:read",
  "events:read",
  "events:write",
  "places:read",
] as const;
export const ApiScope = z.enum(API_SCOPES);
export type ApiScope = z.infer<typeof ApiScope>;
