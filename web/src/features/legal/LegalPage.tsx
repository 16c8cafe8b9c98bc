import type { LegalPageName } from "@commonlane/contract/community";
import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { communitySettings } from "#shared/community-settings.ts";
import { cx } from "#shared/ui/cx.ts";
import { InfoPageLayout } from "./InfoPageLayout.tsx";
import { OwnLegalText } from "./own-texts.ts";
import { LastUpdated } from "./OwnLegalText.tsx";

export interface LegalSection {
  title: MessageDescriptor;
  paragraphs?: readonly MessageDescriptor[];
  points?: readonly MessageDescriptor[];
}

interface LegalPageProps {
  name: LegalPageName;
  title: string;
  /** The text that comes with the product, if it has one for this page. */
  builtIn?: BuiltInText | undefined;
}

interface BuiltInText {
  readonly intro: string;
  readonly sections: readonly LegalSection[];
}

/** A legal page: the community's own text, or else the product's, and an address for questions. */
export function LegalPage({ name, title, builtIn }: LegalPageProps) {
  const { t } = useLingui();
  return (
    <InfoPageLayout title={title}>
      <LegalPageText name={name} builtIn={builtIn} />
      <section className="mt-10 card p-5">
        <h2 className="text-xl font-bold tracking-[-.015em]">{t`Questions`}</h2>
        <p className="mt-2 text-ink-2">
          {t`Contact the people who run this server:`}{" "}
          <a
            href={`mailto:${communitySettings.supportEmail}`}
            className="font-semibold text-brand-ink underline underline-offset-4"
          >
            {communitySettings.supportEmail}
          </a>
        </p>
      </section>
    </InfoPageLayout>
  );
}

function LegalPageText({ name, builtIn }: Pick<LegalPageProps, "name" | "builtIn">) {
  const { t, i18n } = useLingui();
  if (communitySettings.customLegalTexts.includes(name)) return <OwnLegalText name={name} />;
  if (!builtIn)
    return <p className="mt-5 text-lg text-ink-2">{t`This page has not been written yet.`}</p>;
  const translateSection = ({ title, paragraphs = [], points = [] }: LegalSection) => ({
    title: i18n._(title),
    blocks: [
      ...paragraphs.map((descriptor) => i18n._(descriptor)),
      ...(points.length > 0 ? [points.map((descriptor) => i18n._(descriptor))] : []),
    ],
  });
  return (
    <>
      <LastUpdated date={communitySettings.legalUpdated} />
      <p className="mt-1 text-sm text-ink-3">
        {t`Template that comes with the software, for the people who run this server to check or replace.`}
      </p>
      <LegalText intro={builtIn.intro} sections={builtIn.sections.map(translateSection)} />
    </>
  );
}

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
function LegalText({ intro, sections }: LegalTextProps) {
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
