import type { Offer } from "@commonlane/contract/offers";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { errorText } from "#shared/api/error-text.ts";
import { useUndoable } from "#shared/forms/use-undoable.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ReasonDialog } from "#shared/ui/ReasonDialog.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { UndoBar } from "#shared/ui/UndoBar.tsx";
import { useEndOffer } from "../ride-requests.queries.ts";

/** Withdraws an open offer after a delay for undo; cancels an accepted one with a reason. */
export function CancelOfferButton({ offer }: { offer: Offer }) {
  return offer.status === "pending" ? (
    <WithdrawOffer offer={offer} />
  ) : (
    <CancelAcceptedOffer offer={offer} />
  );
}

function WithdrawOffer({ offer }: { offer: Offer }) {
  const { t } = useLingui();
  const toast = useToast();
  const { mutateAsync } = useEndOffer();
  const { waiting, start, undo } = useUndoable(() =>
    mutateAsync({ id: offer.id }).then(
      () =>
        toast({
          message: t`Your offer was withdrawn.`,
          type: "success",
        }),
      (error: unknown) =>
        toast({
          message: errorText(error),
          type: "error",
        }),
    ),
  );
  if (!waiting) {
    return (
      <Button variant="ghost" size="sm" onClick={start}>
        {t`Withdraw`}
      </Button>
    );
  }
  return <UndoBar text={t`Withdrawing…`} onUndo={undo} />;
}

function CancelAcceptedOffer({ offer }: { offer: Offer }) {
  const { t } = useLingui();
  const toast = useToast();
  const endOffer = useEndOffer();
  const [isConfirming, setConfirming] = useState(false);
  const cancel = async (reason: string) => {
    try {
      await endOffer.mutateAsync({
        id: offer.id,
        reason,
      });
      setConfirming(false);
      toast({
        message: t`You cancelled this passenger's ride. We've notified them.`,
        type: "success",
      });
    } catch {
      // The dialog shows the error from the mutation state.
    }
  };
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setConfirming(true)}>
        {t`Cancel`}
      </Button>
      <ReasonDialog
        masked
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={t`Cancel this passenger's ride?`}
        text={t`We'll notify them right away and free their seats. Shortly before departure, this counts as a late cancellation.`}
        cancelLabel={t`Keep it`}
        confirmLabel={t`Cancel their ride`}
        onConfirm={(reason) => void cancel(reason)}
        busy={endOffer.isPending}
        error={endOffer.error?.message}
      />
    </>
  );
}
