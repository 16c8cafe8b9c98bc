import { useQuery } from "@tanstack/react-query";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import type { SettingsFormProps } from "#shared/console/console.queries.ts";
import { AppearanceForm } from "./appearance/AppearanceForm.tsx";
import { communityRules } from "./administration.queries.ts";
import { Invites } from "./community/Invites.tsx";
import { JoinRules } from "./community/JoinRules.tsx";
import { IdentityForm } from "./IdentityForm.tsx";
import { LegalForm } from "./LegalForm.tsx";
import { MailForm } from "./MailForm.tsx";
import { MoneyForm } from "./MoneyForm.tsx";
import { RegionForm } from "./RegionForm.tsx";
import type { SetupStep } from "./steps.ts";

/** The form of one step: the same in the first set-up and in the settings. */
export function StepForm({ step, ...props }: SettingsFormProps & { step: SetupStep }) {
  if (step === "identity") return <IdentityForm {...props} />;
  if (step === "appearance") return <AppearanceForm {...props} />;
  if (step === "region") return <RegionForm {...props} />;
  if (step === "money") return <MoneyForm {...props} />;
  if (step === "mail") return <MailForm {...props} />;
  if (step === "legal") return <LegalForm {...props} />;
  return <Joining />;
}

function Joining() {
  const rulesQuery = useQuery(communityRules);
  const rules = rulesQuery.data;
  if (!rules) return <NotLoaded query={rulesQuery} />;
  return (
    <div className="grid gap-6">
      <JoinRules rules={rules} />
      <Invites />
    </div>
  );
}
