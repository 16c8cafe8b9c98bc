import { saveFile } from "#shared/api/download.ts";

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
