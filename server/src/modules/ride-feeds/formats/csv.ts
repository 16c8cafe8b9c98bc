type Value = string | number;

/** A file of RFC 4180 as GTFS has it: a header, and values quoted where they must be. */
export function toCsv(header: string, rows: Iterable<readonly Value[]>): string {
  const lines = [header];
  for (const row of rows) lines.push(row.map(toField).join(","));
  return `${lines.join("\n")}\n`;
}

const NEEDS_QUOTES = /[",\r\n]/;

function toField(value: Value): string {
  if (typeof value === "number" || !NEEDS_QUOTES.test(value)) return String(value);
  return `"${value.replaceAll('"', '""').replaceAll(/[\r\n]+/g, " ")}"`;
}
