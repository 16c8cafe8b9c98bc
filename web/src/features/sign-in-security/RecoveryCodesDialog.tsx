import { useLingui } from "@lingui/react/macro";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";

/** New recovery codes, which replaced those from before. */
export function RecoveryCodesDialog({
  codes,
  onClose,
}: {
  codes: readonly string[];
  onClose: () => void;
}) {
  const { t } = useLingui();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Keep your recovery codes`}
      footer={<Button onClick={onClose}>{t`I've kept them`}</Button>}
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  );
}
