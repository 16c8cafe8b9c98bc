import type { LivePassing, Topic } from "@commonlane/contract/live";
import type { Context } from "../context.ts";
import { tellPassing } from "../db/ringing.ts";

/** Something that is so for a moment, and whom it is told to. */
interface Passing {
  readonly topics: readonly Topic[];
  readonly news: LivePassing;
}

/** As many as fit into one notification; nobody writes to more at once. */
const TOPICS_MOST = 100;

/** Tells whoever of these people has a page open, at any process. It may be lost, and is told to nobody later. */
export async function whisper({ db }: Pick<Context, "db">, topics: readonly Topic[], news: LivePassing): Promise<void> {
  if (topics.length === 0) return;
  const passing: Passing = { topics: topics.slice(0, TOPICS_MOST), news };
  await tellPassing(db, JSON.stringify(passing));
}

/** What `whisper` wrote, at this process or another one of the same release. */
export const readPassing = (said: string): Passing => {
  const passing: Passing = JSON.parse(said);
  return passing;
};
