/** On these weekdays someone drives to a place, back, or both. Times are minutes after midnight. */
export interface TimetableEntry {
  /** ISO 8601: 1 is Monday. */
  readonly weekdays: readonly number[];
  readonly everySecondWeek: boolean;
  readonly goal: string;
  readonly there: number | undefined;
  readonly back: number | undefined;
}

const ENTRY = /^([1-7]+)(\/2)? (\d\d:\d\d|-) (\d\d:\d\d|-)(?: (.+))?$/;

/** "12345 07:10 17:15, 5/2 16:00 - München": weekdays, the time there and back, and another place than usual. */
export function parseTimetable(text: string, usualGoal: string): TimetableEntry[] {
  if (text === "-") return [];
  return text.split(", ").map((entry) => {
    const [, days, second, there = "", back = "", goal = usualGoal] = ENTRY.exec(entry) ?? [];
    if (days === undefined) throw new Error(`This is not an entry of a timetable: ${entry}`);
    return {
      weekdays: Array.from(days, Number),
      everySecondWeek: second !== undefined,
      goal,
      there: toMinutes(there),
      back: toMinutes(back),
    };
  });
}

const toMinutes = (time: string): number | undefined =>
  time === "-" ? undefined : Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

export const toClockTime = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** Whether someone travels on a local day, YYYY-MM-DD. */
export function runsOn({ weekdays, everySecondWeek }: TimetableEntry, day: string): boolean {
  const days = Date.parse(`${day}T00:00Z`) / 86_400_000;
  // 1970-01-01 was a Thursday.
  const isEvenWeek = Math.floor((days + 3) / 7) % 2 === 0;
  return weekdays.includes(isoWeekday(day)) && (!everySecondWeek || isEvenWeek);
}

export function isoWeekday(day: string): number {
  return new Date(`${day}T00:00Z`).getUTCDay() || 7;
}

/** Regular enough to be offered as a series: there and back on three days a week or more. */
export function isSeries({ weekdays, everySecondWeek, there, back }: TimetableEntry): boolean {
  return weekdays.length >= 3 && !everySecondWeek && there !== undefined && back !== undefined;
}
