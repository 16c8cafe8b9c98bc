import { useLingui } from "@lingui/react/macro";
import { mayBePrivate, type PlaceChoice } from "#shared/places/place-choice.ts";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";

interface ExactLocationFieldProps {
  readonly label: string;
  readonly choice: PlaceChoice;
  readonly onChange: (choice: PlaceChoice) => void;
}

/**
 * Whether strangers see the exact place, for ends that may be a private address. Renders nothing for towns and
 * stations.
 */
export function ExactLocationField({ label, choice, onChange }: ExactLocationFieldProps) {
  const { t } = useLingui();
  const { place } = choice;
  if (!place || !(mayBePrivate(place) || place.shown)) return undefined;
  return (
    <CheckField
      label={label}
      hint={t`Otherwise only your passengers see it. Everyone else sees the area.`}
      checked={place.shown === "exact"}
      onChange={(showExact) =>
        onChange({
          ...choice,
          place: {
            ...place,
            shown: showExact ? "exact" : "approximate",
          },
        })
      }
    />
  );
}
