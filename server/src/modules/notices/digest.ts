import type { Notice } from "@commonlane/contract/notices";

const NAMED = 3;

/** What several notices say together in a line and a sentence. */
export function digestOf(notices: readonly Notice[]): { title: string; text: string } {
  const named = notices.slice(0, NAMED).map(({ title }) => title);
  const others = notices.length - named.length;
  const text = others > 0 ? [...named, `and ${others} more`] : named;
  return { title: `${notices.length} things happened`, text: `${text.join(", ")}.` };
}
