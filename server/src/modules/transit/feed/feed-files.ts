import { parse } from "csv-parse";
import { type Entry, openPromise, type ZipFile } from "yauzl";

/** A feed that cannot be used. The message is one clear sentence for the operator. */
export class FeedError extends Error {}

/** The fields of a row by column; a missing column is undefined, an empty field is "". */
export type Row = Readonly<Record<string, string | undefined>>;

/** Unpacked; the stop times of a country have about 1 GB. */
const FILE_MAX_BYTES = 4 * 1024 ** 3;
const RECORD_MAX_BYTES = 64 * 1024;

/** The text files of a GTFS archive. Rows are streamed, so that a file never is in memory as a whole. */
export class FeedFiles {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** @throws FeedError if it is not a ZIP archive */
  static async open(path: string): Promise<FeedFiles> {
    const zip = await openPromise(path, { autoClose: false }).catch((cause: unknown) => {
      throw new FeedError(`${path} is not a ZIP archive, or it is damaged.`, { cause });
    });
    const entries = new Map<string, Entry>();
    try {
      for await (const entry of zip.eachEntry()) addEntry(entries, entry);
    } catch (cause) {
      zip.close();
      if (cause instanceof FeedError) throw cause;
      throw new FeedError(`${path} is not a ZIP archive, or it is damaged.`, { cause });
    }
    return new FeedFiles(zip, entries);
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Visits all rows in order. A file that is missing has none. @throws FeedError if a column is missing */
  async eachRow(
    name: string,
    columns: readonly string[],
    visit: (row: Row, line: number) => void,
  ): Promise<void> {
    const entry = this.#entries.get(name);
    if (!entry) return;

    const stream = await this.#zip.openReadStreamPromise(entry);
    const parser = stream.pipe(
      parse({
        bom: true,
        trim: true,
        skip_empty_lines: true,
        relax_column_count: true,
        relax_quotes: true,
        max_record_size: RECORD_MAX_BYTES,
        columns: (header: string[]) => {
          const missing = columns.find((column) => !header.includes(column));
          if (missing !== undefined)
            throw new FeedError(`${name} has no column ${missing}, which GTFS requires.`);
          return header;
        },
      }),
    );
    stream.on("error", (error) => parser.destroy(error));
    let line = 1;
    try {
      const rows: AsyncIterable<Row> = parser;
      for await (const row of rows) visit(row, ++line);
    } catch (cause) {
      if (cause instanceof FeedError) throw cause;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new FeedError(`${name} cannot be read after line ${line}: ${reason}`, { cause });
    }
  }

  close(): void {
    this.#zip.close();
  }
}

/** Archives may have their files in a folder. */
function addEntry(entries: Map<string, Entry>, entry: Entry): void {
  const name = entry.fileName.slice(entry.fileName.lastIndexOf("/") + 1);
  if (!name.endsWith(".txt") || entry.fileName.startsWith("__MACOSX/")) return;
  if (entries.has(name))
    throw new FeedError(`The archive has two files ${name}. Give an archive of one feed.`);
  if (entry.uncompressedSize > FILE_MAX_BYTES)
    throw new FeedError(`${name} has more than 4 GB. Give the feed of a smaller area.`);
  entries.set(name, entry);
}

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
