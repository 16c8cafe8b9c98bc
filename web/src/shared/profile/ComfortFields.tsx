import { Comfort } from "@commonlane/contract/profiles";
import { useLingui } from "@lingui/react/macro";
import { CheckField } from "../ui/fields/CheckField.tsx";
import { comfortLabels } from "./preference-labels.ts";

interface ComfortFieldsProps {
  readonly value: readonly Comfort[];
  readonly onChange: (value: Comfort[]) => void;
}

/** Vehicle features that some passengers need. */
export function ComfortFields({ value, onChange }: ComfortFieldsProps) {
  const { t, i18n } = useLingui();
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{t`Comfort`}</legend>
      <div className="grid sm:grid-cols-2">
        {Comfort.options.map((comfort) => (
          <CheckField
            key={comfort}
            label={i18n._(comfortLabels[comfort])}
            checked={value.includes(comfort)}
            onChange={(has) =>
              onChange(has ? [...value, comfort] : value.filter((other) => other !== comfort))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
