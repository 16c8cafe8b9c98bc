import { createReadStream, type ReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { z } from "zod";

/*
 * The file of `db:export`: gzip over UTF-8 lines. The first line is a Head. Then, for each table, a Section, its rows as
 * PostgreSQL's COPY writes them in text format, and a line of backslash and full stop. The last line is an End.
 */
const FORMAT = "commonlane-export";
const VERSION = 1;

const Head = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  exportedAt: z.string(),
  migrations: z.array(z.string()).min(1),
});
const Section = z.object({ table: z.string(), columns: z.array(z.string()).min(1) });
const End = z.object({
  /** How many rows each table had, so that nothing can be missing unnoticed. */
  rows: z.record(z.string(), z.number()),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.number(), isCalled: z.boolean() })),
});
const SectionOrEnd = z.union([Section, End]);

export type Section = z.infer<typeof Section>;
export type End = z.infer<typeof End>;

export const headLine = (migrations: readonly string[]) =>
  line({ format: FORMAT, version: VERSION, exportedAt: new Date().toISOString(), migrations });
export const sectionLine = (section: Section) => line(section);
export const endLine = (end: End) => line(end);
export const END_OF_ROWS = "\\.\n";
const line = (value: object) => `${JSON.stringify(value)}\n`;

const AFTER_LAST_ROW = `\n${END_OF_ROWS}`;
const NEWLINE = 10;

/** Far longer than the longest row, which is a finished export of one person's data. */
const LINE_MAX_BYTES = 64 * 1024 ** 2;
/** An export packs to a fifth or so of its size. What unpacks to more than this was made to fill memory and disk. */
const UNPACKED_MAX = { times: 100, above: 256 * 1024 ** 2 };

/** Reads an export from front to back, holding no more of it than one piece and one row. */
export class ExportReader {
  readonly #pieces: AsyncIterator<Buffer>;
  readonly #name: string;
  readonly #packed: ReadStream;
  #unpackedBytes = 0;
  #held = Buffer.alloc(0);

  constructor(file: string) {
    this.#name = file;
    const bytes = createGunzip();
    this.#packed = createReadStream(file);
    this.#packed.on("error", (error) => bytes.destroy(error)).pipe(bytes);
    this.#pieces = bytes[Symbol.asyncIterator]();
  }

  /** The names of the migrations the exported database had had. Throws unless this is an export we can read. */
  async head(): Promise<readonly string[]> {
    const head = Head.safeParse(parsed(await this.#line()));
    if (head.success) return head.data.migrations;
    throw new Error(`${this.#name} is not an export that this release of Commonlane can read.`);
  }

  /** The next table, whose rows must be read before the one after it; or the end. */
  async next(): Promise<Section | End> {
    const found = SectionOrEnd.safeParse(parsed(await this.#line()));
    if (found.success) return found.data;
    throw this.#damaged();
  }

  /** The rows of the table just opened, in pieces of whole lines. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.#held.subarray(0, END_OF_ROWS.length).equals(Buffer.from(END_OF_ROWS))) {
        this.#held = this.#held.subarray(END_OF_ROWS.length);
        return;
      }
      const end = this.#held.indexOf(AFTER_LAST_ROW);
      const whole = (end < 0 ? this.#held.lastIndexOf(NEWLINE) : end) + 1;
      if (whole > 0) yield this.#held.subarray(0, whole);
      this.#held = this.#held.subarray(whole);
      if (end < 0) await this.#readLine();
    }
  }

  /** Reads to the end of the file, whose checksum stands there. */
  async finish(): Promise<void> {
    if (this.#held.length > 0 || !(await this.#next()).done) throw this.#damaged();
  }

  async close(): Promise<void> {
    await this.#pieces.return?.();
  }

  async #line(): Promise<string> {
    let end = this.#held.indexOf(NEWLINE);
    for (; end < 0; end = this.#held.indexOf(NEWLINE)) await this.#readLine();
    const text = this.#held.toString("utf8", 0, end);
    this.#held = this.#held.subarray(end + 1);
    return text;
  }

  /** Reads on to the end of the line that `#held` breaks off in. */
  async #readLine(): Promise<void> {
    const pieces: Buffer[] = [this.#held];
    let bytes = this.#held.length - (this.#held.lastIndexOf(NEWLINE) + 1);
    for (let ends = false; !ends;) {
      const { done, value } = await this.#next();
      if (done) throw this.#damaged();
      pieces.push(value);
      bytes += value.length;
      ends = value.includes(NEWLINE);
      if (!ends && bytes > LINE_MAX_BYTES) {
        throw new Error(`${this.#name} has a line of more than ${LINE_MAX_BYTES / 1024 ** 2} MB, which no export has.`);
      }
    }
    this.#held = Buffer.concat(pieces);
  }

  async #next(): Promise<IteratorResult<Buffer, unknown>> {
    try {
      const piece = await this.#pieces.next();
      this.#unpackedBytes += piece.done ? 0 : piece.value.length;
      this.#mustBePlausible();
      return piece;
    } catch (error) {
      if (!(error instanceof Error) || !("code" in error)) throw error;
      if (error.code === "ENOENT") throw new Error(`There is no file ${this.#name}.`, { cause: error });
      if (String(error.code).startsWith("Z_")) throw this.#damaged();
      throw new Error(`${this.#name} cannot be read: ${error.message}.`, { cause: error });
    }
  }

  #mustBePlausible(): void {
    const { times, above } = UNPACKED_MAX;
    if (this.#unpackedBytes <= above + times * this.#packed.bytesRead) return;
    throw new Error(`${this.#name} unpacks to more than ${times} times its size, which no export does.`);
  }

  #damaged(): Error {
    return new Error(`${this.#name} is cut short, damaged, or no export of Commonlane.`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
