import type { OwnText } from "./own-text.ts";

/** An introduction and numbered sections. */
export function LegalText({ intro, sections }: OwnText) {
  return (
    <>
      {intro.map((paragraph, i) => (
        <p key={i} className="mt-5 text-lg leading-relaxed wrap-anywhere text-ink-2">
          {paragraph}
        </p>
      ))}
      {sections.map((section, i) => (
        <Section key={i} number={i + 1} {...section} />
      ))}
    </>
  );
}

function Section({ number, title, paragraphs, points }: OwnText["sections"][number] & { number: number }) {
  return (
    <section className="mt-9">
      <h2 className="text-xl font-bold tracking-[-.015em]">
        <span className="num text-ink-3">{number}.</span> {title}
      </h2>
      {paragraphs.map((paragraph, i) => (
        <p key={i} className="mt-2.5 leading-relaxed wrap-anywhere text-ink-2">
          {paragraph}
        </p>
      ))}
      {points.length > 0 && (
        <ul className="mt-2.5 grid list-disc gap-1.5 ps-5 leading-relaxed text-ink-2 marker:text-ink-3">
          {points.map((point, i) => (
            <li key={i}>{point}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
