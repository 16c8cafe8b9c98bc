import { closeSync, createReadStream, openSync, type ReadStream, readSync } from "node:fs";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import { parseJson } from "../../text.ts";
import { decryptWith, isEncrypted } from "./encryption.ts";

/*
 * The format of backups: gzip over UTF-8 lines, in the age format if encrypted. The first line is a Head. Then follow,
 * for each table, a Section, its rows in the text format of PostgreSQL's COPY, and a line with backslash and full stop.
 * The last line is an End.
 */
const FORMAT = "commonlane-export";
const VERSION = 1;

const Head = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  exportedAt: z.string(),
  migrations: z.array(z.string()).min(1),
});
const Section = z.object({
  table: z.string(),
  columns: z.array(z.string()).min(1),
});
const End = z.object({
  /** Rows per table, so that missing rows are detected. */
  rows: z.record(z.string(), z.number()),
  sequences: z.array(
    z.object({
      name: z.string(),
      lastValue: z.number(),
      isCalled: z.boolean(),
    }),
  ),
});
const SectionOrEnd = z.union([Section, End]);

export type Section = z.infer<typeof Section>;
export type End = z.infer<typeof End>;

export const formatHead = (migrations: readonly string[]) =>
  line({
    format: FORMAT,
    version: VERSION,
    exportedAt: new Date().toISOString(),
    migrations,
  });
export const formatSection = (section: Section) => line(section);
export const formatEnd = (end: End) => line(end);
export const END_OF_ROWS_LINE = "\\.\n";
const line = (value: object) => `${JSON.stringify(value)}\n`;

const AFTER_LAST_ROW = `\n${END_OF_ROWS_LINE}`;
const NEWLINE = 10;

/** Far longer than the longest row, a finished export of one user's data. */
const LINE_MAX_BYTES = 64 * 1024 ** 2;
/**
 * An export is compressed to about a fifth of its size. A file that unpacks to more than this limit is a decompression
 * bomb.
 */
const UNPACKED_LIMIT = {
  times: 100,
  above: 256 * 1024 ** 2,
};

/** Streams an export; holds at most one chunk and one row in memory. */
export class ExportReader {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #name: string;
  readonly #compressed: ReadStream;
  #unpackedBytes = 0;
  #buffer = Buffer.alloc(0);

  /** `identities` are the secret keys for an encrypted file. */
  constructor(file: string, identities: readonly string[] = []) {
    this.#name = file;
    const bytes = createGunzip();
    this.#compressed = createReadStream(file);
    const plain: Readable = isEncryptedFile(file)
      ? decrypt(this.#compressed, identities, file)
      : this.#compressed;
    plain.on("error", (error) => bytes.destroy(error)).pipe(bytes);
    this.#chunks = bytes[Symbol.asyncIterator]();
  }

  /** Names of the migrations of the exported database, and when it was exported. Throws if this release cannot read it. */
  async head(): Promise<{
    readonly migrations: readonly string[];
    readonly exportedAt: Date;
  }> {
    const head = Head.safeParse(parseJson(await this.#readHeaderLine()));
    if (head.success)
      return {
        migrations: head.data.migrations,
        exportedAt: new Date(head.data.exportedAt),
      };
    throw new Error(`${this.#name} is not an export that this release of Commonlane can read.`);
  }

  /** The next table, whose rows must be read before the following one; or the end. */
  async readNext(): Promise<Section | End> {
    const result = SectionOrEnd.safeParse(parseJson(await this.#readHeaderLine()));
    if (result.success) return result.data;
    throw this.#damagedError();
  }

  /** The rows of the current table, in chunks of complete lines. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.#buffer.subarray(0, END_OF_ROWS_LINE.length).equals(Buffer.from(END_OF_ROWS_LINE))) {
        this.#buffer = this.#buffer.subarray(END_OF_ROWS_LINE.length);
        return;
      }
      const end = this.#buffer.indexOf(AFTER_LAST_ROW);
      const completeLength = (end < 0 ? this.#buffer.lastIndexOf(NEWLINE) : end) + 1;
      if (completeLength > 0) yield this.#buffer.subarray(0, completeLength);
      this.#buffer = this.#buffer.subarray(completeLength);
      if (end < 0) await this.#readLine();
    }
  }

  /** Reads to the end of the file, which holds the checksum. */
  async readToEnd(): Promise<void> {
    if (this.#buffer.length > 0 || !(await this.#nextChunk()).done) throw this.#damagedError();
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #readHeaderLine(): Promise<string> {
    let end = this.#buffer.indexOf(NEWLINE);
    for (; end < 0; end = this.#buffer.indexOf(NEWLINE)) await this.#readLine();
    const text = this.#buffer.toString("utf8", 0, end);
    this.#buffer = this.#buffer.subarray(end + 1);
    return text;
  }

  /** Reads until the line at the end of `#buffer` is complete. */
  async #readLine(): Promise<void> {
    const pieces: Buffer[] = [this.#buffer];
    let bytes = this.#buffer.length - (this.#buffer.lastIndexOf(NEWLINE) + 1);
    for (let ends = false; !ends;) {
      const { done, value } = await this.#nextChunk();
      if (done) throw this.#damagedError();
      pieces.push(value);
      bytes += value.length;
      ends = value.includes(NEWLINE);
      if (!ends && bytes > LINE_MAX_BYTES) {
        throw new Error(
          `${this.#name} has a line of more than ${LINE_MAX_BYTES / 1024 ** 2} MB, which no export has.`,
        );
      }
    }
    this.#buffer = Buffer.concat(pieces);
  }

  async #nextChunk(): Promise<IteratorResult<Buffer, unknown>> {
    try {
      const piece = await this.#chunks.next();
      this.#unpackedBytes += piece.done ? 0 : piece.value.length;
      this.#assertPlausibleSize();
      return piece;
    } catch (error) {
      if (!(error instanceof Error) || !("code" in error)) throw error;
      if (error.code === "ENOENT")
        throw new Error(`The file ${this.#name} does not exist.`, { cause: error });
      if (String(error.code).startsWith("Z_")) throw this.#damagedError();
      throw new Error(`${this.#name} cannot be read: ${error.message}.`, { cause: error });
    }
  }

  #assertPlausibleSize(): void {
    const { times, above } = UNPACKED_LIMIT;
    if (this.#unpackedBytes <= above + times * this.#compressed.bytesRead) return;
    throw new Error(
      `${this.#name} unpacks to more than ${times} times its size, which no export does.`,
    );
  }

  #damagedError(): Error {
    return new Error(`${this.#name} is incomplete, damaged or not an export of Commonlane.`);
  }
}

/** False if it cannot be read, which is reported later. */
function isEncryptedFile(file: string): boolean {
  try {
    const head = Buffer.alloc(64);
    const descriptor = openSync(file, "r");
    readSync(descriptor, head);
    closeSync(descriptor);
    return isEncrypted(head);
  } catch {
    return false;
  }
}

function decrypt(source: ReadStream, identities: readonly string[], file: string): Readable {
  if (identities.length === 0)
    throw new Error(`${file} is encrypted. Name your key file: --identity key.txt`);
  return Readable.from(decryptWith(identities)(source));
}
