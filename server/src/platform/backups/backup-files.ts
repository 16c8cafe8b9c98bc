import { DAY_MS } from "@commonlane/contract/durations";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** `commonlane-20261123T050000Z.gz`, encrypted `….gz.age`; unfinished files end in `.partial`. */
const NAME = /^commonlane-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.gz(?:\.age)?(\.partial)?$/;

export const backupFileName = (at: Date, encrypted: boolean): string =>
  `commonlane-${at.toISOString().replaceAll(/[-:]|\.\d+/g, "")}.gz${encrypted ? ".age" : ""}`;

/**
 * Of these files, the backups to delete: older than `keepDays`, and unfinished ones older than a day. Never the newest
 * backup, nor a file that is not a backup.
 */
export function selectExpired(
  names: readonly string[],
  { now, keepDays }: { now: Date; keepDays: number },
): string[] {
  const files = names.flatMap((name) => {
    const [matched, year, month, day, hour, minute, second, partial] = NAME.exec(name) ?? [];
    if (matched === undefined) return [];
    const madeAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    return {
      name,
      partial: partial !== undefined,
      ageMs: now.getTime() - madeAt,
    };
  });
  const newest = files.filter(({ partial }) => !partial).toSorted((a, b) => a.ageMs - b.ageMs)[0];
  return files
    .filter((file) => file !== newest && file.ageMs > (file.partial ? DAY_MS : keepDays * DAY_MS))
    .map(({ name }) => name);
}

/** Deletes the expired backups of a folder. */
export function deleteExpired(
  folder: string,
  keep: {
    now: Date;
    keepDays: number;
  },
): void {
  for (const name of selectExpired(readdirSync(folder), keep))
    rmSync(join(folder, name), { force: true });
}
