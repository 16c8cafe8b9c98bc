const HOUR_S = 3600;
const seconds = {
  halfDay: 12 * HOUR_S,
  day: 24 * HOUR_S,
  threeDays: 72 * HOUR_S,
  week: 168 * HOUR_S,
} as const;

/** Time to answer; "usual" is the community's default. */
export type ResponseDeadline = "usual" | keyof typeof seconds;

/** Converts the choice to call input. */
export const toExpiresIn = (deadline: ResponseDeadline): { expiresInS?: number } =>
  deadline === "usual" ? {} : { expiresInS: seconds[deadline] };
