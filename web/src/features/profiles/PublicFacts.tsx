import type { PublicProfile } from "@commonlane/contract/profiles";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { comfortWords } from "#shared/profile/comfort-words.ts";
import { saidPreferences } from "#shared/profile/preference-words.ts";
import { vehicleName } from "#shared/profile/vehicle-name.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import type { IconName } from "#shared/ui/icon-paths.ts";
import { MaskNote } from "#shared/words/MaskNote.tsx";

/** What a person told of themselves; what was not told takes no room. */
export function PublicFacts({ person }: { person: PublicProfile }) {
  const { t, i18n } = useLingui();
  const { displayName, bio, languages, preferences, vehicles } = person;
  const names = new Intl.DisplayNames([i18n.locale], { type: "language" });
  const spoken = new Intl.ListFormat(i18n.locale).format(languages.map((code) => names.of(code) ?? code));
  const onBoard = saidPreferences(preferences);
  const silent = !bio && languages.length === 0 && onBoard.length === 0 && vehicles.length === 0;
  if (silent) return <p className="text-ink-2">{t`${displayName} has not told more yet.`}</p>;
  return (
    <div className="grid gap-6 rounded-lg border border-line bg-surface p-5">
      {bio && (
        <Part title={t`About`}>
          <p className="whitespace-pre-line wrap-anywhere">{bio}</p>
          <MaskNote text={bio} />
        </Part>
      )}
      {spoken && (
        <Part title={t`Speaks`}>
          <p>{spoken}</p>
        </Part>
      )}
      {onBoard.length > 0 && (
        <Part title={t`On board`}>
          <ul className="flex flex-wrap gap-x-5 gap-y-2">
            {onBoard.map(({ icon, words }) => (
              <Fact key={icon} icon={icon}>
                {i18n._(words)}
              </Fact>
            ))}
          </ul>
        </Part>
      )}
      {vehicles.length > 0 && (
        <Part title={t`Vehicles`}>
          <ul className="grid gap-3">
            {vehicles.map((vehicle, n) => (
              <VehicleFact key={n} vehicle={vehicle} />
            ))}
          </ul>
        </Part>
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h2 className="text-lg font-bold">{title}</h2>
      {children}
    </section>
  );
}

function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      <Icon name={icon} className="text-ink-3" />
      {children}
    </li>
  );
}

function VehicleFact({ vehicle }: { vehicle: PublicProfile["vehicles"][number] }) {
  const { t, i18n } = useLingui();
  const { seats, comfort } = vehicle;
  const more = [
    t`${plural(seats, { one: "# seat", other: "# seats" })}`,
    ...comfort.map((name) => i18n._(comfortWords[name])),
  ];
  return (
    <li className="flex items-start gap-3">
      <Icon name="car" className="mt-0.5 text-ink-3" />
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{vehicleName(vehicle)}</p>
        <p className="text-sm text-ink-3">{more.join(" · ")}</p>
      </div>
    </li>
  );
}
