import type { Endpoint, Input } from "@commonlane/contract/endpoint";
import { networkError } from "./api-error.ts";
import { call } from "./api-client.ts";

/** Downloads a private file and saves it under this name. Throws an ApiError. */
export async function download<E extends Endpoint>(
  file: E,
  input: Input<E>,
  name: string,
): Promise<void> {
  const bytes = await call(file, input);
  if (!(bytes instanceof Blob)) throw networkError();
  saveFile(bytes, name);
}

/** Lets the browser save a file under this name. */
export function saveFile(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Later, because some browsers read the file only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A table as CSV (RFC 4180). Spreadsheets run no cell as a formula. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(quote).join(",")).join("\r\n") + "\r\n";
}

function quote(cell: string): string {
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Saves a table as a file. Spreadsheets recognise UTF-8 by the byte order mark at its start. */
export const saveCsv = (name: string, csv: string): void =>
  saveFile(new Blob(["\uFEFF", csv], { type: "text/csv;charset=utf-8" }), name);
