const HOUR_S = 3600;
const seconds = { halfDay: 12 * HOUR_S, day: 24 * HOUR_S, threeDays: 72 * HOUR_S, week: 168 * HOUR_S } as const;

/** How long somebody waits for an answer; "usual" leaves it to the community. */
export type ResponseDeadline = "usual" | keyof typeof seconds;

/** The same as the calls take it. */
export const toExpiresIn = (deadline: ResponseDeadline): { expiresInS?: number } =>
  deadline === "usual" ? {} : { expiresInS: seconds[deadline] };
