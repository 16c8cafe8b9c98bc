/** A text of the operator's own, as its page shows it. */
export interface OwnText {
  readonly intro: readonly string[];
  readonly sections: readonly {
    readonly title: string;
    readonly paragraphs: readonly string[];
    readonly points: readonly string[];
  }[];
}

/**
 * Reads the little Markdown that a legal text needs: paragraphs with an empty line between, `## ` before the title of a
 * section, `- ` before a point. A `# ` title is left out, because the page has its own; everything else is text.
 */
export function readOwnText(markdown: string): OwnText {
  const [before = "", ...rest] = markdown.replaceAll("\r\n", "\n").split(/^## +/m);
  const sections = rest.map((section) => {
    const [title = "", ...lines] = section.split("\n");
    const blocks = blocksOf(lines.join("\n"));
    return {
      title: title.trim(),
      paragraphs: blocks.filter((block) => !isList(block)),
      points: blocks.filter(isList).flatMap(pointsOf),
    };
  });
  return { intro: blocksOf(before.replace(/^# .*$/m, "")), sections };
}

const blocksOf = (text: string): string[] =>
  text
    .split(/\n(?:[^\S\n]*\n)+|\n(?=- )/)
    .map((block) => block.trim())
    .filter(Boolean)
    .map((block) => (isList(block) ? block : onOneLine(block)));
const isList = (block: string): boolean => block.startsWith("- ");
const pointsOf = (block: string): string[] => [onOneLine(block.slice(2))];
const onOneLine = (block: string): string =>
  block
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .join(" ");
