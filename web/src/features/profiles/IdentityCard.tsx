import type { Profile } from "@commonlane/contract/profiles";
import { useLingui } from "@lingui/react/macro";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import type { IconName } from "#shared/ui/icon-paths.ts";
import { Pill } from "#shared/ui/Pill.tsx";

/** How one looks to the others, and which facts stand behind it. */
export function IdentityCard({ profile }: { profile: Profile }) {
  const { t, i18n } = useLingui();
  const { displayName, email, emailVerified, phone, phoneVerified, createdAt } = profile;
  const since = new Intl.DateTimeFormat(i18n.locale, { month: "long", year: "numeric" }).format(new Date(createdAt));
  return (
    <section
      aria-label={t`How others see you`}
      className="flex flex-wrap items-center gap-4 rounded-lg border border-line bg-surface p-5"
    >
      <Avatar name={displayName} email={email} size="lg" />
      <div className="grid min-w-0 flex-1 gap-1.5">
        <h2 className="text-xl font-bold tracking-[-.015em] wrap-anywhere">{displayName ?? email}</h2>
        <p className="text-ink-3">{t`Member since ${since}`}</p>
        <ul className="flex flex-wrap gap-2">
          <Tick done={emailVerified} yes={t`E-mail verified`} no={t`E-mail not verified`} />
          {phone && <Tick done={phoneVerified} yes={t`Phone verified`} no={t`Phone not verified`} />}
          <li>
            <Pill tone="info" icon="user">
              {t`New member`}
            </Pill>
          </li>
        </ul>
      </div>
      <p className="flex w-full items-start gap-2 border-t border-line pt-3 text-sm text-ink-3">
        <Icon name="shield" className="mt-0.5 size-4" />
        {t`People you have not travelled with see your first name and an initial. Your phone is never shown before a seat is agreed.`}
      </p>
    </section>
  );
}

function Tick({ done, yes, no }: { done: boolean; yes: string; no: string }) {
  const icon: IconName = done ? "check-circle" : "info";
  return (
    <li>
      <Pill tone={done ? "ok" : "quiet"} icon={icon}>
        {done ? yes : no}
      </Pill>
    </li>
  );
}
