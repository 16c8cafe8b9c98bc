/** A paragraph, or the items of a list. */
export type Block = string | readonly string[];

/** A text provided by the operator, in its original order. */
export interface OperatorText {
  readonly intro: readonly Block[];
  readonly sections: readonly { readonly title: string; readonly blocks: readonly Block[] }[];
}

/**
 * Parses the small part of Markdown that legal texts need: paragraphs separated by empty lines, `## ` section titles
 * and `- ` list items. A `# ` title is dropped, because the page has its own. Everything else is plain text.
 */
export function parseOperatorText(markdown: string): OperatorText {
  const [before = "", ...rest] = markdown.replaceAll("\r\n", "\n").split(/^## +/m);
  const sections = rest.map((section) => {
    const [title = "", ...lines] = section.split("\n");
    return { title: title.trim(), blocks: parseBlocks(lines.join("\n")) };
  });
  return { intro: parseBlocks(before.replace(/^# .*$/m, "")), sections };
}

/** Consecutive items form one list. */
function parseBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  for (const part of text.split(/\n(?:[^\S\n]*\n)+|\n(?=- )/).map((one) => one.trim())) {
    const last = blocks.at(-1);
    if (!part.startsWith("- ")) blocks.push(...(part ? [joinLines(part)] : []));
    else if (Array.isArray(last)) blocks.splice(-1, 1, [...last, joinLines(part.slice(2))]);
    else blocks.push([joinLines(part.slice(2))]);
  }
  return blocks;
}

const joinLines = (block: string): string =>
  block
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .join(" ");
