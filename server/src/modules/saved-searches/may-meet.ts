import type { Context } from "#platform/context.ts";

/**
 * Of what brings two people together, that which may: nobody is led to themselves. The one place where alerts ask who
 * may meet whom; both directions pass here.
 */
export async function mayMeet<T>(
  _: Context,
  meetings: readonly T[],
  between: (meeting: T) => readonly [string, string],
): Promise<T[]> {
  return meetings.filter((meeting) => {
    const [one, other] = between(meeting);
    return one !== other;
  });
}
