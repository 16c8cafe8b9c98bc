import type { JsonSchema } from "./examples.ts";
import type { Parameter } from "./openapi-parameters.ts";
import type { ApiDocument, Operation } from "./openapi.ts";
import type { Content } from "./openapi-responses.ts";

/** The description as a page that reads without scripts, styled by `/api/docs.css`. */
export function renderDocsPage({ info, tags, paths, components }: ApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method,
      operation,
    })),
  );
  const operationsIn = (tag: string) =>
    operations.filter(({ operation }) => operation.tags.includes(tag));
  const menu = tags.map(({ name }) => renderMenu(name, operationsIn(name)));
  const sections = tags.map(({ name, description }) => {
    const articles = operationsIn(name).map(renderOperation);
    return `
<section id="${name}">
<h2>${name}</h2>
<p>${escapeText(description)}</p>
${articles.join("")}
</section>`;
  });
  const records = Object.entries(components.schemas).map(
    ([name, schema]) => `
<article id="${name}">
<h3><code>${name}</code></h3>
${renderSchema(schema)}
</article>`,
  );
  const title = escapeText(info.title);

  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<nav aria-label="Endpoints">
<p class="name">${title} <small>API ${info.version}</small></p>
<ul>
<li><a href="#first-call">Your first call</a></li>
${menu.join("")}
<li><a href="#records">Schemas</a></li>
</ul>
</nav>
<main>
<header>
<h1>${title} API</h1>
<p>${escapeText(info.summary)}.</p>
<p>${renderInlineCode(info.description)}</p>
${FORMATS}
</header>
${FIRST_CALL}
${sections.join("")}
<section id="records">
<h2>Schemas</h2>
${records.join("")}
</section>
</main>
</body>
</html>`;
}

/** The endpoints of one tag, closed until they are looked for. */
function renderMenu(tag: string, operations: readonly ListedOperation[]): string {
  const links = operations.map(({ operation }) => {
    const { operationId, summary } = operation;
    return `<li><a href="#${operationId}">${escapeText(summary)}</a></li>`;
  });
  return `
<li><details>
<summary>${tag}</summary>
<ul>${links.join("")}</ul>
</details></li>`;
}

const FORMATS = `<p>Machine-readable: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).
Endpoints marked with a key require <code>Authorization: Bearer</code> and an ID token,
or an API key if they name a scope.</p>`;

const FIRST_CALL = `<section id="first-call">
<h2>Your first call</h2>
<ol>
<li>Create a key under
<a href="/settings/sign-in#api-keys">Settings, Sign-in and security</a>
that may find rides. It is shown once. If you see no API keys there, the operator has not switched them on.</li>
<li>Search for rides with it:
<pre><code>curl -H "Authorization: Bearer clk_…" "https://rides.example.org/api/rides/all?limit=3"</code></pre></li>
<li>Ask for what comes next with the <code>nextCursor</code> of the reply, as <code>cursor</code>.
After a 429, wait for the seconds in <code>Retry-After</code>.</li>
</ol>
<p>A key acts for the member who created it and is refused by every endpoint that names no scope.
To be told of changes, let an administrator add a <a href="#webhooks">webhook</a> in the console, under Elsewhere.</p>
</section>`;

interface ListedOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

function renderOperation({ path, method, operation }: ListedOperation): string {
  const { operationId, summary, description, security } = operation;
  const { parameters, requestBody, responses } = operation;
  const key = security.length > 0 ? '<span class="key" title="Needs an ID token">key</span>' : "";
  const scopes = security.flatMap(({ apiKey = [] }) => apiKey);
  const scope = scopes.map((name) => `<code>${name}</code>`).join(" ");
  const replies = Object.entries(responses).map(([status, response]) =>
    "description" in response
      ? `<dt class="s${status[0]}">${status}</dt><dd>${renderResponse(response)}</dd>`
      : "",
  );
  return `
<article id="${operationId}">
<h3>
<span class="method ${method}">${method.toUpperCase()}</span>
<code>/api${escapeText(path)}</code> ${key} ${scope}
</h3>
<p>${escapeText(summary)}. ${description ? renderInlineCode(description) : ""}</p>
${parameters ? renderParameters(parameters) : ""}
${requestBody ? `<h4>Body</h4>${renderBody(requestBody.content)}` : ""}
<h4>Responses</h4>
<dl>${replies.join("")}</dl>
</article>`;
}

function renderBody(content: Content): string {
  const json = content["application/json"];
  return json ? `${renderSchema(json.schema)}${renderExample(json.example)}` : renderFiles(content);
}

function renderFiles(content: Content): string {
  const types = Object.keys(content).map((type) => `<code>${escapeText(type)}</code>`);
  return `<p>A file: ${types.join(", ")}</p>`;
}

function renderResponse({
  description,
  content,
}: {
  description: string;
  content?: Content;
}): string {
  const json = content?.["application/json"];
  if (content && !json) return renderFiles(content);
  if (!json || json.schema.$ref?.endsWith("/ProblemReply"))
    return description
      .split("\n\n")
      .map((line) => `<p>${renderInlineCode(line)}</p>`)
      .join("");

  const fields = json.schema.$ref ? "" : renderSchema(json.schema);
  const example = renderExample(json.example);
  return `<p>${escapeText(description)}: ${typeName(json.schema)}</p>${fields}${example}`;
}

function renderParameters(parameters: readonly Parameter[]): string {
  const rows = parameters.map(({ name, in: location, required, schema, description }) => [
    renderName(name, required),
    location,
    `${typeName(schema)} ${description ? renderInlineCode(description) : ""}`,
  ]);
  const table = renderTable("Parameters", ["Name", "In", "Description"], rows);
  return `<h4>Parameters</h4>${table}`;
}

function renderSchema(schema: JsonSchema): string {
  const { properties, required = [] } = schema;
  if (!properties) return `<p>${typeName(schema)}</p>`;

  const rows = Object.entries(properties).map(([name, inner]) => [
    renderName(name, required.includes(name)),
    typeName(inner),
  ]);
  return renderTable("Fields", ["Field", "Type"], rows);
}

function renderName(name: string, isRequired: boolean | undefined): string {
  const note = isRequired ? "" : " <small>optional</small>";
  return `<code>${escapeText(name)}</code>${note}`;
}

/** A table that scrolls if it is wider than the page; its cells are markup. */
function renderTable(
  label: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  return `<div class="wide" tabindex="0" role="region" aria-label="${label}">
<table>
<thead><tr>${head.map((text) => `<th>${text}</th>`).join("")}</tr></thead>
<tbody>${rows.map(renderRow).join("")}</tbody>
</table>
</div>`;
}

function renderRow(cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
}

function renderExample(example: unknown): string {
  if (example === undefined) return "";
  const text = escapeText(JSON.stringify(example, null, 2));
  return `<details><summary>Example</summary><pre><code>${text}</code></pre></details>`;
}

/** A short description of a type, with a link if it has a name. */
function typeName({
  $ref,
  type,
  format,
  enum: values,
  items,
  prefixItems,
  anyOf,
  minimum,
  maximum,
  maxLength,
  default: defaultValue,
  examples,
}: JsonSchema): string {
  if ($ref) {
    const name = $ref.slice($ref.lastIndexOf("/") + 1);
    return `<a href="#${name}">${name}</a>`;
  }
  if (values)
    return values.map((value) => `<code>${escapeText(String(value))}</code>`).join(" or ");
  if (anyOf) return anyOf.map(typeName).join(" or ");
  if (prefixItems) return `list of ${prefixItems.length}: ${prefixItems.map(typeName).join(", ")}`;
  if (items) return `list of ${typeName(items)}`;
  const limits = [
    minimum !== undefined && `from ${minimum}`,
    maximum !== undefined && `to ${maximum}`,
    maxLength !== undefined && `up to ${maxLength} characters`,
  ];
  const usual = defaultValue ?? examples?.[0];
  const notes = [
    format,
    ...limits,
    usual !== undefined && `default ${JSON.stringify(usual)}`,
  ].filter(Boolean);
  const name = Array.isArray(type) ? type.join(" or ") : (type ?? "anything");
  return escapeText(notes.length > 0 ? `${name} (${notes.join(", ")})` : name);
}

const renderInlineCode = (text: string) =>
  escapeText(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");

const escapeText = (text: string) =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
