import { type RawBuilder, sql } from "kysely";

/** A time from an instant until just before another. */
export interface Period {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** A number, and how many people who count in public numbers are behind it. */
export interface CountOfPeople {
  readonly count: number;
  readonly people: number;
}

/** SQL for the periods as rows `period`, numbered by `nth`. */
export function listPeriods(periods: readonly Period[]): RawBuilder<unknown> {
  return sql`
  unnest(
    ${periods.map(({ startsAt }) => startsAt.toISOString())}::timestamptz[],
    ${periods.map(({ endsAt }) => endsAt.toISOString())}::timestamptz[]) with ordinality
    as period (starts_at, ends_at, nth)`;
}
