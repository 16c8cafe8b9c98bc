import { useLingui } from "@lingui/react/macro";

/** The steps after the first administrator exists, in order; each is a section of the settings, too. */
export const SETUP_STEPS = [
  "identity",
  "appearance",
  "region",
  "money",
  "mail",
  "legal",
  "joining",
] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** Titles of the steps, and in few words for the progress line. */
export function useStepTitles(): Record<
  SetupStep,
  { readonly title: string; readonly short: string }
> {
  const { t } = useLingui();
  return {
    identity: {
      title: t`Your community`,
      short: t`Name`,
    },
    appearance: {
      title: t`Logo and colour`,
      short: t`Look`,
    },
    region: { title: t`Region`, short: t`Region` },
    money: {
      title: t`Costs and public rides`,
      short: t`Costs`,
    },
    mail: { title: t`E-mail`, short: t`E-mail` },
    legal: {
      title: t`Who is responsible`,
      short: t`Legal`,
    },
    joining: { title: t`Joining`, short: t`Joining` },
  };
}
