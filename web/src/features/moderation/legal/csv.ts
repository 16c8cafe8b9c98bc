/** A table as CSV (RFC 4180). Spreadsheets run no cell as a formula. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(quote).join(",")).join("\r\n") + "\r\n";
}

function quote(cell: string): string {
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Lets the browser save a text as a file; the mark at its start tells spreadsheets that it is UTF-8. */
export function saveCsv(name: string, csv: string): void {
  const address = URL.createObjectURL(new Blob(["\uFEFF", csv], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
