import { useLingui } from "@lingui/react/macro";
import { communitySettings } from "#shared/community-settings.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";

/** Contact details of the operator. */
export function Contact() {
  const { t } = useLingui();
  return (
    <section id="contact" className="mx-auto max-w-(--page) px-(--gutter) py-16 lg:py-24">
      <div className="flex flex-wrap items-end justify-between gap-6">
        <div>
          <h2 className="text-3xl leading-tight font-extrabold tracking-[-.025em]">{t`Questions? Talk to a human.`}</h2>
          <p className="mt-2 text-ink-2">{t`The people who run this server answer your messages.`}</p>
        </div>
        <a
          href={`mailto:${communitySettings.supportEmail}`}
          className={cx(buttonClasses("line", "lg"), "max-w-full wrap-anywhere")}
        >
          <Icon name="mail" />
          {communitySettings.supportEmail}
        </a>
      </div>
    </section>
  );
}
