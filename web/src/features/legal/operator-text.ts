/** A paragraph, or the items of a list. */
export type Block = string | readonly string[];

/** A text provided by the operator, in its original order. */
export interface OperatorText {
  readonly intro: readonly Block[];
  readonly sections: readonly { readonly title: string; readonly blocks: readonly Block[] }[];
}

/**
 * Parses the small block of Markdown that legal texts need: paragraphs separated by empty lines, `## ` section titles
 * and `- ` list items. A `# ` title is dropped, because the page has its own. Everything else is plain text.
 */
export function parseOperatorText(markdown: string): OperatorText {
  const [introText = "", ...sectionTexts] = markdown.replaceAll("\r\n", "\n").split(/^## +/m);
  const sections = sectionTexts.map((section) => {
    const [title = "", ...lines] = section.split("\n");
    return { title: title.trim(), blocks: parseBlocks(lines.join("\n")) };
  });
  return { intro: parseBlocks(introText.replace(/^# .*$/m, "")), sections };
}

/** Consecutive items form one list. */
function parseBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  for (const block of text.split(/\n(?:[^\S\n]*\n)+|\n(?=- )/).map((block) => block.trim())) {
    const previous = blocks.at(-1);
    if (!block.startsWith("- ")) blocks.push(...(block ? [joinLines(block)] : []));
    else if (Array.isArray(previous)) blocks.splice(-1, 1, [...previous, joinLines(block.slice(2))]);
    else blocks.push([joinLines(block.slice(2))]);
  }
  return blocks;
}

const joinLines = (block: string): string =>
  block
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .join(" ");
