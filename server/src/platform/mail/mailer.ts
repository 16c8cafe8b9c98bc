import type { Db } from "../db/database.ts";
import type { Jobs } from "../jobs/jobs.ts";

/** What somebody is told by mail, in plain words; how it looks is decided in one place for all. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  /** Plain text, one string for each paragraph. */
  readonly paragraphs: readonly string[];
  /** Shown large, below the first paragraph. */
  readonly code?: string;
  /** A button, and in the plain text its address; below the last paragraph. */
  readonly action?: { readonly label: string; readonly url: string };
}

/** Where letters are posted. */
export interface Mailer {
  /** Posts a letter that goes out if, and only if, the transaction of `ctx` commits. */
  send(ctx: { readonly db: Db; readonly now: () => Date; readonly jobs: Jobs }, letter: Letter): Promise<void>;
}
