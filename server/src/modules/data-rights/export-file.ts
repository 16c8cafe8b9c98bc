import { zip } from "fflate";
import { escapeHtml } from "#platform/html.ts";
import type { Section } from "./register.store.ts";

interface Everything {
  readonly community: string;
  readonly at: Date;
  readonly sections: readonly Section[];
  readonly photo: Uint8Array | undefined;
}

/** Everything as JSON for programs and as a page for people, in one ZIP; packed beside the event loop where it is much. */
export function zipped({ photo, ...all }: Everything): Promise<Buffer> {
  const files = {
    "data.json": Buffer.from(JSON.stringify(asData(all), null, 2)),
    "index.html": Buffer.from(asPage(all)),
    ...(photo && { "photo.webp": photo }),
  };
  return new Promise((resolve, reject) => {
    zip(files, { level: 6, mtime: all.at }, (error, bytes) => (error ? reject(error) : resolve(Buffer.from(bytes))));
  });
}

type Told = Omit<Everything, "photo">;

const asData = ({ community, at, sections }: Told) => ({
  community,
  madeAt: at.toISOString(),
  ...Object.fromEntries(sections.map(({ name, rows }) => [camel(name), rows.map(camelRow)])),
});

const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const camelRow = (row: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), value]));

const asPage = ({ community, at, sections }: Told): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Your data at ${escapeHtml(community)}</title>
<style>
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  section { margin-block: 2.5rem }
  dl { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: .25rem 1rem; padding-block: 1rem; border-top: 1px solid #8888; margin: 0 }
  dt { opacity: .75 } dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap }
</style>
<h1>Your data at ${escapeHtml(community)}</h1>
<p>Everything that is known of you, as of ${escapeHtml(at.toISOString())}. The same stands in data.json for programs. Other people are named by number only.</p>
<nav><ul>${sections.map(({ name, title, rows }) => `<li><a href="#${name}">${escapeHtml(title)}</a> (${rows.length})</li>`).join("")}</ul></nav>
${sections.map(asSection).join("\n")}
</html>
`;

const asSection = ({ name, title, rows }: Section): string =>
  `<section id="${name}"><h2>${escapeHtml(title)}</h2>${rows.map(asRow).join("")}</section>`;

function asRow(row: Record<string, unknown>): string {
  const said = Object.entries(row).filter(([, value]) => value !== null && value !== "");
  const lines = said.map(
    ([name, value]) => `<dt>${escapeHtml(asWords(name))}</dt><dd>${escapeHtml(asText(value))}</dd>`,
  );
  return `<dl>${lines.join("")}</dl>`;
}

const asWords = (name: string) => name.replaceAll("_", " ");

/** As a person would read it: instants as they are written, lists by commas, places by their names. */
function asText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(asText).join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  const { label, lat, lng } = value as { label?: unknown; lat?: unknown; lng?: unknown };
  if (typeof label === "string") return `${label} (${String(lat)}, ${String(lng)})`;
  return Object.entries(value)
    .map(([name, part]) => `${name}: ${asText(part)}`)
    .join("; ");
}
