import type { PublicProfile } from "@commonlane/contract/profiles";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { comfortLabels, statedPreferences } from "#shared/profile/preference-labels.ts";
import { listFormat, namesIn } from "#shared/formatting/formatters.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import type { IconName } from "#shared/ui/icon-paths.ts";
import { MaskedTextNote } from "#shared/masking/MaskedTextNote.tsx";
import { vehicleName } from "#shared/profile/vehicle-form.ts";

/** Optional details of a profile; empty ones are omitted. */
export function PublicProfileDetails({ person }: { person: PublicProfile }) {
  const { t, i18n } = useLingui();
  const { displayName, bio, languages, preferences, vehicles } = person;
  const names = namesIn(i18n.locale, { type: "language" });
  const languagesText = listFormat({}).format(languages.map((code) => names.of(code) ?? code));
  const shownPreferences = statedPreferences(preferences);
  const isEmpty =
    !bio && languages.length === 0 && shownPreferences.length === 0 && vehicles.length === 0;
  if (isEmpty)
    return <p className="text-ink-2">{t`${displayName} hasn't added any details yet.`}</p>;
  return (
    <div className="grid gap-6 card p-5">
      {bio && (
        <ProfileSection
          title={t({
            message: "About",
            context: "what people write about themselves",
          })}
        >
          <p className="whitespace-pre-line wrap-anywhere">{bio}</p>
          <MaskedTextNote text={bio} />
        </ProfileSection>
      )}
      {languagesText && (
        <ProfileSection
          title={t({
            comment: "Before the languages that someone speaks.",
            message: "Speaks",
          })}
        >
          <p>{languagesText}</p>
        </ProfileSection>
      )}
      {shownPreferences.length > 0 && (
        <ProfileSection title={t`In the car`}>
          <ul className="flex flex-wrap gap-x-5 gap-y-2">
            {shownPreferences.map(({ icon, words }) => (
              <ProfileDetail key={icon} icon={icon}>
                {i18n._(words)}
              </ProfileDetail>
            ))}
          </ul>
        </ProfileSection>
      )}
      {vehicles.length > 0 && (
        <ProfileSection title={t`Vehicles`}>
          <ul className="grid gap-3">
            {vehicles.map((vehicle, n) => (
              <VehicleDetail key={n} vehicle={vehicle} />
            ))}
          </ul>
        </ProfileSection>
      )}
    </div>
  );
}

function ProfileSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h2 className="text-lg font-bold">{title}</h2>
      {children}
    </section>
  );
}

function ProfileDetail({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      <Icon name={icon} className="text-ink-3" />
      {children}
    </li>
  );
}

function VehicleDetail({ vehicle }: { vehicle: PublicProfile["vehicles"][number] }) {
  const { t, i18n } = useLingui();
  const { seats, comfort } = vehicle;
  const details = [
    t`${plural(seats, {
      one: "# seat",
      other: "# seats",
    })}`,
    ...comfort.map((name) => i18n._(comfortLabels[name])),
  ];
  return (
    <li className="flex items-start gap-3">
      <Icon name="car" className="mt-0.5 text-ink-3" />
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{vehicleName(vehicle)}</p>
        <p className="text-sm text-ink-3">{details.join(" · ")}</p>
      </div>
    </li>
  );
}
