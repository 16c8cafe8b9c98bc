import { NAME_MAX_LENGTH } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { bindText } from "../forms/bind-text.ts";
import { Button } from "../ui/Button.tsx";
import { TextField } from "../ui/fields/TextField.tsx";

/** Names as typed. A last name stays typed, and is not sent, while the person has chosen to have one name. */
export interface TypedNames {
  readonly firstName: string;
  readonly lastName: string;
  readonly hasOneName: boolean;
}

/** The names to send: without spaces around them, and without a last name for a person with one name. */
export function namesToSend({ firstName, lastName, hasOneName }: TypedNames) {
  return {
    firstName: firstName.trim(),
    lastName: hasOneName ? "" : lastName.trim(),
  };
}

/** True if a name that the person has is not typed yet. */
export function isNameMissing(names: TypedNames): boolean {
  const { firstName, lastName } = namesToSend(names);
  return firstName === "" || (lastName === "" && !names.hasOneName);
}

interface NameFieldsProps {
  readonly names: TypedNames;
  readonly onChange: (changes: Partial<TypedNames>) => void;
  readonly errors?: {
    readonly firstName?: string | undefined;
    readonly lastName?: string | undefined;
  };
}

/** First and last name, or one name for a person who has one. */
export function NameFields({ names, onChange, errors = {} }: NameFieldsProps) {
  const { t } = useLingui();
  const { hasOneName } = names;
  const field = (name: "firstName" | "lastName") => ({
    name,
    required: true,
    maxLength: NAME_MAX_LENGTH,
    error: errors[name],
    ...bindText(names[name], (typed) => onChange({ [name]: typed })),
  });
  return (
    <div className="grid gap-x-4 gap-y-4 sm:grid-cols-2">
      <TextField
        label={hasOneName ? t`Your only name` : t`First name`}
        autoComplete={hasOneName ? "name" : "given-name"}
        {...field("firstName")}
      />
      {!hasOneName && (
        <TextField label={t`Last name`} autoComplete="family-name" {...field("lastName")} />
      )}
      <Button
        variant="ghost"
        size="sm"
        className="-ms-3.5 -mt-2 justify-self-start sm:col-span-2"
        onClick={() => onChange({ hasOneName: !hasOneName })}
      >
        {hasOneName ? t`I have a first and a last name` : t`I have only one name`}
      </Button>
    </div>
  );
}
