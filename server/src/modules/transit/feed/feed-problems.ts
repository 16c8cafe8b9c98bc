import { FeedError } from "./feed-files.ts";

const SHOWN_MAX = 5;

/** Collects what is wrong with a feed, so that an operator sees several problems at once. */
export class FeedProblems {
  readonly #shown: string[] = [];
  #count = 0;
  readonly #warnings = new Map<string, number>();

  /** Something without which the feed cannot be used. */
  add(file: string, line: number, text: string): void {
    this.#count++;
    if (this.#shown.length < SHOWN_MAX) this.#shown.push(`${file}, line ${line}: ${text}`);
  }

  /** Something that is left out; `text` names many of its kind. */
  warn(text: string): void {
    this.#warnings.set(text, (this.#warnings.get(text) ?? 0) + 1);
  }

  /** @throws FeedError if anything was added */
  assertNone(): void {
    if (this.#count === 0) return;
    const more = this.#count - this.#shown.length;
    const rest = more > 0 ? [`… and ${more} more`] : [];
    throw new FeedError(["The feed cannot be used:", ...this.#shown, ...rest].join("\n  "));
  }

  /** Such as "12 trips without two stops were left out". */
  get warnings(): string[] {
    return [...this.#warnings].map(([text, count]) => `${count} ${text}`);
  }
}
