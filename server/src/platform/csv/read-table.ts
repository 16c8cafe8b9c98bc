import { type Info, parse } from "csv-parse/sync";
import { Problem } from "../http/problem.ts";
import { decodeText } from "../text.ts";
import { strToU8, unzipSync } from "fflate";

const ZIP_MARK = strToU8("PK\u0003\u0004");

/** Returns true if a file begins as a zip archive does. */
export const isArchive = (bytes: Uint8Array): boolean =>
  ZIP_MARK.every((byte, at) => bytes[at] === byte);

/**
 * Unpacks the files of a zip archive whose path matches, by path. Files of more than `maxBytes` are left out.
 * @throws Problem import_file_unreadable
 */
export function unpackArchive(
  bytes: Uint8Array,
  path: RegExp,
  maxBytes: number,
): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => path.test(name) && originalSize <= maxBytes,
    });
  } catch (cause) {
    throw new Problem("import_file_unreadable", { cause });
  }
}

/** A row of a table, with its line in the file. A column that is missing is undefined, an empty field is "". */
export interface TableRow {
  /** Where the row begins, counted from 1. */
  readonly line: number;
  readonly fields: Readonly<Record<string, string | undefined>>;
  /** True if it has more than the columns, as of a comma without quotes. The rest is not in `fields`. */
  readonly isTooLong: boolean;
}

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
}

/** Why a file is no table. */
export type TableFault = "binary" | "damaged" | "empty" | "too-many-rows";

export class TableError extends Error {
  override readonly name = "TableError";
  readonly fault: TableFault;
  /** The last line that could be read; undefined if the fault is that of the whole file. */
  readonly line: number | undefined;

  constructor(fault: TableFault, line?: number, options?: ErrorOptions) {
    super(`not a table: ${fault}`, options);
    this.fault = fault;
    this.line = line;
  }
}

const RECORD_MAX_BYTES = 64 * 1024;
const DELIMITERS = [",", ";", "\t"];

/**
 * Reads a table as spreadsheets and open data portals write it: UTF-8, UTF-16 with its mark, or Windows-1252 (Latin-1);
 * with commas, semicolons or tabs; with or without quotes. The first row names the columns. Fields are trimmed and free
 * of control characters. @throws TableError
 */
export function readTable(bytes: Uint8Array, { maxRows }: { readonly maxRows: number }): Table {
  const text = decodeText(bytes);
  if (text.includes("\0")) throw new TableError("binary");
  const columns: string[] = [];
  try {
    const records: readonly ParsedRow[] = parse(text, {
      bom: true,
      columns: (header: string[]) => {
        columns.push(...header.map((name) => cleanField(name)));
        return columns;
      },
      delimiter: findDelimiter(text),
      info: true,
      max_record_size: RECORD_MAX_BYTES,
      relax_column_count: true,
      skip_empty_lines: true,
      // One more than allowed, to know that there are more.
      to: maxRows + 1,
      trim: true,
    });
    if (records.length > maxRows) throw new TableError("too-many-rows");
    if (columns.length === 0) throw new TableError("empty");
    return { columns, rows: records.map(toRow) };
  } catch (cause) {
    if (cause instanceof TableError) throw cause;
    throw new TableError("damaged", lineOf(cause), { cause });
  }
}

interface ParsedRow {
  readonly record: Readonly<Record<string, string>>;
  readonly info: Info & {
    readonly columns: readonly unknown[];
    /** Of a row that is shorter or longer than the header. */
    readonly error?: { readonly record?: readonly string[] };
  };
}

/** The library counts the line on which a row ends. */
function toRow({ record, info }: ParsedRow): TableRow {
  const fields = Object.entries(record).map(([name, text]) => [name, cleanField(text)] as const);
  const breaks = fields.map(([, text]) => text.split("\n").length - 1);
  const whole = info.error?.record ?? [];
  return {
    line: info.lines - breaks.reduce((sum, count) => sum + count, 0),
    fields: Object.fromEntries(fields),
    isTooLong: whole.slice(info.columns.length).some((field) => field !== ""),
  };
}

function lineOf(error: unknown): number | undefined {
  const line = error instanceof Error && "lines" in error ? error.lines : undefined;
  return typeof line === "number" ? line : undefined;
}

/** Line breaks inside of a field stay. */
const cleanField = (text: string): string =>
  text.replaceAll(/(?![\t\n])\p{Cc}|\p{Cs}/gu, "").trim();

/** The delimiter that the first line has most of. */
function findDelimiter(text: string): string {
  const [header = ""] = text.split("\n", 1);
  const count = (delimiter: string) => header.split(delimiter).length;
  return DELIMITERS.reduce((best, other) => (count(other) > count(best) ? other : best));
}

/** Reads the table of an import. @throws Problem import_too_many or import_file_unreadable */
export function readImportTable(bytes: Uint8Array, maxRows: number): Table {
  try {
    return readTable(bytes, { maxRows });
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    const isLong = error.fault === "too-many-rows";
    throw new Problem(isLong ? "import_too_many" : "import_file_unreadable", { cause: error });
  }
}
