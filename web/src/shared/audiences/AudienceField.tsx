import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { ownAudiences } from "./audiences.queries.ts";

interface AudienceFieldProps {
  readonly label: string;
  /** Option for no restriction; everyone here if omitted. */
  readonly anyLabel?: string;
  readonly hint?: string;
  /** Id of a trust mark or group, or "". */
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (id: string) => void;
}

/** Chooses one of the user's trust marks and groups. Absent if the user has none. */
export function AudienceField({
  label,
  anyLabel,
  hint,
  value,
  error,
  onChange,
}: AudienceFieldProps) {
  const { t } = useLingui();
  const own = useQuery(ownAudiences).data ?? [];
  const isGone = value !== "" && !own.some(({ id }) => id === value);
  if (own.length === 0 && !isGone && !error) return null;
  return (
    <SelectField
      label={label}
      hint={hint}
      error={error}
      value={value}
      options={[
        {
          value: "",
          label: anyLabel ?? t`Everyone here`,
        },
        ...own.map(({ id, name }) => ({
          value: id,
          label: t`Only for: ${name}`,
        })),
        ...(isGone
          ? [
              {
                value,
                label: t`A group that you've left`,
              },
            ]
          : []),
      ]}
      onChange={onChange}
    />
  );
}
