import { useLingui } from "@lingui/react/macro";
import { Button } from "../ui/Button.tsx";
import type { Resend } from "./use-resend.ts";

interface CodeActionsProps extends Resend {
  back: string;
  onBack: () => void;
}

/** What else one can do where a code is asked for: go back, or have another sent. */
export function CodeActions({ back, onBack, leftS, sending, resend }: CodeActionsProps) {
  const { t } = useLingui();
  return (
    <div className="flex flex-col-reverse justify-between gap-2 sm:flex-row">
      <Button variant="ghost" icon="arrow-start" onClick={onBack}>
        {back}
      </Button>
      <Button variant="line" disabled={leftS > 0} busy={sending} onClick={() => void resend()}>
        {leftS > 0 ? t`Resend code in ${leftS} s` : t`Resend code`}
      </Button>
    </div>
  );
}
