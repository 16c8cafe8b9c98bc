import { MINIMUM_AGE_YEARS } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { bindText } from "../forms/bind-text.ts";
import { CheckField } from "../ui/fields/CheckField.tsx";
import { TextField } from "../ui/fields/TextField.tsx";

/** Age as declared by the user; the birth date may be empty. */
export interface AgeDeclaration {
  readonly birthDate: string;
  readonly adultDeclared: boolean;
}

interface AgeFieldsProps {
  readonly value: AgeDeclaration;
  readonly onChange: (value: AgeDeclaration) => void;
  readonly error: string | undefined;
}

/** A birth date, or a confirmation of being an adult for users who do not want to give one. */
export function AgeFields({ value, onChange, error }: AgeFieldsProps) {
  const { t } = useLingui();
  return (
    <div className="grid gap-2">
      <TextField
        label={t`Birth date`}
        type="date"
        name="birthDate"
        autoComplete="bday"
        min="1900-01-01"
        {...bindText(value.birthDate, (birthDate) =>
          onChange({
            ...value,
            birthDate,
          }),
        )}
        error={error}
      />
      {value.birthDate === "" && (
        <CheckField
          label={t`I'm ${MINIMUM_AGE_YEARS} or older`}
          hint={t`Tick this if you'd rather not give a date.`}
          checked={value.adultDeclared}
          onChange={(adultDeclared) =>
            onChange({
              ...value,
              adultDeclared,
            })
          }
        />
      )}
    </div>
  );
}
