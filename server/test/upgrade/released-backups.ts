import { globSync } from "node:fs";
import { join } from "node:path";

/** Backups of a small community, one made by each release, named after it. */
export const BACKUPS: string = join(import.meta.dirname, "backups");

export const listReleasedBackups = (): string[] =>
  globSync("*.backup", { cwd: BACKUPS }).toSorted();

/** A member of that community who registered with the tests' password; the others have none. */
export const REGISTERED = "registered@example.org";
