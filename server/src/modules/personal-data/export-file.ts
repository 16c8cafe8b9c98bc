import { zip } from "fflate";
import { escapeHtml } from "#platform/text.ts";
import type { ExportSection } from "./data-inventory/data-inventory.store.ts";

interface ExportContent {
  readonly community: string;
  readonly at: Date;
  /** Sources of the places and routes in it, which their licences require. */
  readonly attributions: readonly string[];
  readonly sections: readonly ExportSection[];
  readonly photo: Uint8Array | undefined;
}

/**
 * ZIP with all data as JSON for programs and as an HTML page for people; large archives are compressed off the event
 * loop.
 */
export function zipExport({ photo, ...text }: ExportContent): Promise<Buffer> {
  const files = {
    "data.json": Buffer.from(JSON.stringify(toJson(text), null, 2)),
    "index.html": Buffer.from(renderPage(text)),
    ...(photo && { "photo.webp": photo }),
  };
  return new Promise((resolve, reject) => {
    zip(
      files,
      {
        level: 6,
        mtime: text.at,
      },
      (error, bytes) => (error ? reject(error) : resolve(Buffer.from(bytes))),
    );
  });
}

type ExportText = Omit<ExportContent, "photo">;

const toJson = ({ community, at, attributions, sections }: ExportText) => ({
  community,
  madeAt: at.toISOString(),
  attributions,
  ...Object.fromEntries(
    sections.map(({ name, rows }) => [toCamelCase(name), rows.map(toCamelCaseRow)]),
  ),
});

const toCamelCase = (name: string) =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const toCamelCaseRow = (row: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [toCamelCase(name), value]));

function renderPage({ community, at, attributions, sections }: ExportText): string {
  const contents = sections.map(
    ({ name, title, rows }) =>
      `<li><a href="#${name}">${escapeHtml(title)}</a> (${rows.length})</li>`,
  );
  const credits = attributions.map((text) => `<p>${escapeHtml(text)}</p>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Your data at ${escapeHtml(community)}</title>
<style>${STYLES}</style>
<h1>Your data at ${escapeHtml(community)}</h1>
<p>All data about you as of ${escapeHtml(at.toISOString())}.
The file data.json contains the same for programs. Other people appear by id only.</p>
<nav><ul>${contents.join("")}</ul></nav>
${sections.map(renderSection).join("\n")}
<footer>${credits.join("")}</footer>
</html>
`;
}

const STYLES = `
  :root {
    color-scheme: light dark;
    font: 1rem/1.5 system-ui, sans-serif;
  }
  body {
    max-width: 60rem;
    margin: 2rem auto;
    padding: 0 1rem;
  }
  section {
    margin-block: 2.5rem;
  }
  dl {
    display: grid;
    grid-template-columns: minmax(8rem, 14rem) 1fr;
    gap: .25rem 1rem;
    padding-block: 1rem;
    border-top: 1px solid #8888;
    margin: 0;
  }
  dt {
    opacity: .75;
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
`;

function renderSection({ name, title, rows }: ExportSection): string {
  return `<section id="${name}">
<h2>${escapeHtml(title)}</h2>
${rows.map(renderRow).join("")}
</section>`;
}

function renderRow(row: Record<string, unknown>): string {
  const filled = Object.entries(row).filter(([, value]) => value !== null && value !== "");
  const lines = filled.map(([name, value]) => {
    const term = escapeHtml(toWords(name));
    const detail = escapeHtml(toText(value));
    return `<dt>${term}</dt><dd>${detail}</dd>`;
  });
  return `<dl>${lines.join("")}</dl>`;
}

const toWords = (name: string) => name.replaceAll("_", " ");

/** Formats a value for people: timestamps in ISO format, lists with commas, places by name. */
function toText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toText).join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  const { label, lat, lng } = value as {
    label?: unknown;
    lat?: unknown;
    lng?: unknown;
  };
  if (typeof label === "string") return `${label} (${String(lat)}, ${String(lng)})`;
  return Object.entries(value)
    .map(([name, entry]) => `${name}: ${toText(entry)}`)
    .join("; ");
}
