import { useState } from "react";
import { useDraft } from "#shared/forms/use-draft.ts";
import type { RegistrationForm } from "./registration-rules.ts";

export type RegisterValues = RegistrationForm & {
  gender: "male" | "female";
  inviteCode: string;
};
type Secrets = Pick<RegisterValues, "password" | "confirmPassword">;
type Draft = Omit<RegisterValues, keyof Secrets>;
const EMPTY_DRAFT: Draft = {
  firstName: "",
  lastName: "",
  hasOneName: false,
  email: "",
  phone: "",
  gender: "male",
  inviteCode: "",
};

/** Form values, kept through errors and steps. Passwords are kept only until the page is closed. */
export function useRegisterValues() {
  const [draft, changeDraft, clearDraft] = useDraft<Draft>("register", EMPTY_DRAFT);
  const [secrets, setSecrets] = useState<Secrets>({
    password: "",
    confirmPassword: "",
  });
  const change = ({ password, confirmPassword, ...rest }: Partial<RegisterValues>) => {
    if (password !== undefined)
      setSecrets((previous) => ({
        ...previous,
        password,
      }));
    if (confirmPassword !== undefined)
      setSecrets((previous) => ({
        ...previous,
        confirmPassword,
      }));
    if (Object.keys(rest).length > 0) changeDraft(rest);
  };
  return [
    {
      ...draft,
      ...secrets,
    },
    change,
    clearDraft,
  ] as const;
}
