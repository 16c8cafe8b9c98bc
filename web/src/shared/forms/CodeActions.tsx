import { useLingui } from "@lingui/react/macro";
import { Button } from "../ui/Button.tsx";
import type { Resend } from "./use-resend.ts";

interface CodeActionsProps extends Resend {
  back: string;
  onBack: () => void;
}

/** Secondary actions of a code form: go back, or send another code. */
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
