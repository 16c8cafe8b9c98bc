/** People of the demo with a part of their own. */
export const HOST = "Amara Okafor";
export const SEEKER = "Diego Hernández";
export const NEWCOMER = "Yuki Tanaka";
export const MODERATOR = "Helena Malin";
/** Offers paid transfers, and is reported for it. */
export const TAXI = "Marc Sommer";

/** The people one can sign in as on the demo page, with what they show. */
export const ROLES = [
  { name: HOST, role: "Host" },
  { name: SEEKER, role: "Seeker" },
  { name: NEWCOMER, role: "Newcomer" },
  { name: MODERATOR, role: "Moderator" },
] as const;
