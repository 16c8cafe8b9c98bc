import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { type ComponentType, Suspense } from "react";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import type { IconName } from "#shared/ui/icon-paths.ts";
import { Link } from "#shared/ui/Link.tsx";
import { useIsWideScreen } from "#shared/ui/MapOverlayLayout.tsx";
import { SkeletonForm } from "#shared/ui/SkeletonForm.tsx";
import { useTitle } from "#shared/ui/use-title.ts";

export interface SettingsSection {
  /** Last part of the path. */
  readonly id: string;
  readonly label: MessageDescriptor;
  /** What the section contains. */
  readonly detail: MessageDescriptor;
  readonly icon: IconName;
  readonly Content: ComponentType;
}

interface SettingsScreenProps {
  readonly sections: readonly SettingsSection[];
  /** Id of the open section, if any. */
  readonly sectionId: string | undefined;
}

/** List of the settings' sections, and the open one: on phones one of the two, on wide windows side by side. */
export function SettingsScreen({ sections, sectionId }: SettingsScreenProps) {
  const isWide = useIsWideScreen();
  const open = sections.find(({ id }) => id === sectionId) ?? (isWide ? sections[0] : undefined);
  return (
    <div className="mx-auto grid w-full max-w-5xl items-start gap-10 px-(--gutter) py-6 lg:grid-cols-[18rem_minmax(0,1fr)] lg:py-10">
      {(isWide || !open) && <SectionList sections={sections} openId={open?.id} />}
      {open && <OpenSection key={open.id} section={open} />}
    </div>
  );
}

function SectionList({
  sections,
  openId,
}: {
  sections: readonly SettingsSection[];
  openId: string | undefined;
}) {
  const { t, i18n } = useLingui();
  const title = "mb-3 font-display text-2xl font-bold tracking-[-.02em] outline-none";
  useTitle(t`Settings`);
  return (
    <div className="mx-auto w-full max-w-2xl lg:sticky lg:top-24">
      {/* One heading of the first level: the open section's, if there is one. */}
      {openId === undefined ? (
        <h1 className={title}>{t`Settings`}</h1>
      ) : (
        <p className={title}>{t`Settings`}</p>
      )}
      <nav aria-label={t`Settings`}>
        <ul className="grid divide-y divide-line card lg:divide-y-0 lg:border-0 lg:bg-transparent">
          {sections.map(({ id, label, detail, icon }) => (
            <li key={id}>
              <Link
                to={`/settings/${id}`}
                aria-current={id === openId ? "page" : undefined}
                className={cx(
                  "flex min-h-15 items-center gap-3 px-4 py-2.5 no-underline -outline-offset-2 lg:min-h-12 lg:rounded-md lg:px-3",
                  id === openId ? "bg-brand-soft text-brand-ink" : "hover:bg-sunken",
                )}
              >
                <Icon name={icon} className="text-ink-3" />
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold">{i18n._(label)}</span>
                  <span className="block text-sm text-ink-3 lg:hidden">{i18n._(detail)}</span>
                </span>
                <Icon name="chevron-end" className="text-ink-3 lg:hidden" />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

function OpenSection({ section: { label, Content } }: { section: SettingsSection }) {
  const { t, i18n } = useLingui();
  useTitle(i18n._(label));
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6 lg:mx-0">
      <div className="grid justify-items-start gap-1">
        <Link
          to="/settings"
          className="-ms-2 flex min-h-11 items-center gap-2 rounded-sm px-2 font-semibold text-brand-ink no-underline lg:hidden"
        >
          <Icon name="arrow-start" />
          {t`Settings`}
        </Link>
        <h1 className="text-2xl font-bold tracking-[-.02em] outline-none">{i18n._(label)}</h1>
      </div>
      <Suspense fallback={<SkeletonForm />}>
        <div className="grid gap-8">
          <Content />
        </div>
      </Suspense>
    </div>
  );
}
