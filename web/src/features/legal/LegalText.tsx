import { cx } from "#shared/ui/cx.ts";

/** A paragraph, or the items of a list. */
type Block = string | readonly string[];

interface LegalTextProps {
  readonly intro: string;
  readonly sections: readonly {
    readonly title: string;
    readonly blocks: readonly Block[];
  }[];
}

/** Introduction and numbered sections of a text that comes with the product. */
export function LegalText({ intro, sections }: LegalTextProps) {
  return (
    <>
      <Blocks blocks={[intro]} paragraph="mt-5 text-lg" />
      {sections.map((section, i) => (
        <Section key={i} number={i + 1} {...section} />
      ))}
    </>
  );
}

function Section({
  number,
  title,
  blocks,
}: LegalTextProps["sections"][number] & { number: number }) {
  return (
    <section className="mt-9">
      <h2 className="text-xl font-bold tracking-[-.015em]">
        <span className="num text-ink-3">{number}.</span> {title}
      </h2>
      <Blocks blocks={blocks} paragraph="mt-2.5" />
    </section>
  );
}

function Blocks({ blocks, paragraph }: { blocks: readonly Block[]; paragraph: string }) {
  return blocks.map((block, i) =>
    typeof block === "string" ? (
      <p key={i} className={cx("leading-relaxed wrap-anywhere text-ink-2", paragraph)}>
        {block}
      </p>
    ) : (
      <ul
        key={i}
        className="mt-2.5 grid list-disc gap-1.5 ps-5 leading-relaxed text-ink-2 marker:text-ink-3"
      >
        {block.map((point, n) => (
          <li key={n} className="wrap-anywhere">
            {point}
          </li>
        ))}
      </ul>
    ),
  );
}
