import type { AccessNeed } from "@commonlane/contract/profiles";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Button } from "../ui/Button.tsx";
import { CheckField } from "../ui/fields/CheckField.tsx";
import { ownProfile } from "./own-profile.ts";
import { needLabels } from "./preference-labels.ts";

interface NeedsFieldsProps {
  readonly value: readonly AccessNeed[];
  readonly onChange: (needs: AccessNeed[]) => void;
  /** Explains who sees it or what it is used for. */
  readonly hint: string;
  /** Used in the profile itself, so there is nothing to copy from it. */
  readonly inProfile?: boolean;
}

/** Access needs; all optional. */
export function NeedsFields({ value, onChange, hint, inProfile }: NeedsFieldsProps) {
  const { t, i18n } = useLingui();
  const { data } = useQuery({
    ...ownProfile,
    enabled: !inProfile,
  });
  const profileNeeds = data?.needs ?? [];
  const offersProfileNeeds = value.length === 0 && profileNeeds.length > 0;
  const hints: Partial<Record<AccessNeed, string>> = {
    "assistance-animal": t`Assistance animals are always welcome, even with “No pets”.`,
  };
  const field = (need: AccessNeed) => (
    <CheckField
      key={need}
      label={i18n._(needLabels[need])}
      hint={hints[need]}
      checked={value.includes(need)}
      onChange={(isChecked) =>
        onChange(isChecked ? [...value, need] : value.filter((otherNeed) => otherNeed !== need))
      }
    />
  );
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">{t`Accessibility needs`}</legend>
      <p className="text-sm text-ink-3">{hint}</p>
      {field("step-free")}
      {field("wheelchair")}
      {field("assistance-animal")}
      {offersProfileNeeds && (
        <Button
          variant="ghost"
          size="sm"
          onClick={() => onChange([...profileNeeds])}
        >{t`As in my profile`}</Button>
      )}
    </fieldset>
  );
}
