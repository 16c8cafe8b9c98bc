/** A paragraph, or the points of a list. */
export type Block = string | readonly string[];

/** A text of the operator's own, as its page shows it: in the order in which it was written. */
export interface OperatorText {
  readonly intro: readonly Block[];
  readonly sections: readonly { readonly title: string; readonly blocks: readonly Block[] }[];
}

/**
 * Reads the little Markdown that a legal text needs: paragraphs with an empty line between, `## ` before the title of a
 * section, `- ` before a point. A `# ` title is left out, because the page has its own; everything else is text.
 */
export function parseOperatorText(markdown: string): OperatorText {
  const [before = "", ...rest] = markdown.replaceAll("\r\n", "\n").split(/^## +/m);
  const sections = rest.map((section) => {
    const [title = "", ...lines] = section.split("\n");
    return { title: title.trim(), blocks: parseBlocks(lines.join("\n")) };
  });
  return { intro: parseBlocks(before.replace(/^# .*$/m, "")), sections };
}

/** Points that follow each other are one list. */
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
