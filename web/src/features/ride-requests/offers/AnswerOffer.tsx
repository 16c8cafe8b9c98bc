import type { Offer } from "@commonlane/contract/offers";
import { useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { useUndoable } from "#shared/forms/use-undoable.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { ReasonDialog } from "#shared/ui/ReasonDialog.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { UndoBar } from "#shared/ui/UndoBar.tsx";
import { useAcceptOffer, useDeclineOffer } from "../ride-requests.queries.ts";

/** Answers an offer: accepts at once, declines with a reason after a delay for undo. */
export function AnswerOffer({ offer }: { offer: Offer }) {
  const { t } = useLingui();
  const toast = useToast();
  const accept = useAcceptOffer();
  const decline = useUndoableDecline(offer);
  const [isDeclining, setDeclining] = useState(false);
  const name = offer.driver.displayName;
  if (decline.waiting) {
    return <UndoBar text={t`Declining…`} onUndo={decline.undo} />;
  }
  // A live update may unmount this component before the response arrives, so the toast must not depend on it.
  const onAccept = () =>
    void accept.mutateAsync(offer).then(
      () =>
        toast({
          message: t`${name} is giving you a ride.`,
          type: "success",
        }),
      // Shown from the mutation state.
      () => undefined,
    );
  const failure = accept.error ?? decline.error;
  return (
    <div className="grid gap-2">
      {failure && <Notice tone="bad">{failure.message}</Notice>}
      <Button
        icon="check"
        busy={accept.isPending}
        onClick={onAccept}
        aria-label={t`Accept ${name}'s offer`}
      >
        {t`Accept`}
      </Button>
      <Button
        variant="line"
        onClick={() => setDeclining(true)}
        aria-label={t`Decline ${name}'s offer`}
      >
        {t({
          comment: "Button of a host: refuse a request.",
          message: "Decline",
        })}
      </Button>
      <ReasonDialog
        masked
        open={isDeclining}
        onClose={() => setDeclining(false)}
        title={t`Decline ${name}'s offer?`}
        text={t`We'll notify them, with your reason if you give one. They can make another offer.`}
        cancelLabel={t`Keep it`}
        confirmLabel={t`Decline`}
        onConfirm={(reason) => {
          setDeclining(false);
          decline.start(reason);
        }}
      />
    </div>
  );
}

function useUndoableDecline({ requestId, id }: Offer) {
  const { mutateAsync, error } = useDeclineOffer();
  const reasonRef = useRef("");
  const { start, ...undoable } = useUndoable(() =>
    mutateAsync({
      requestId,
      id,
      reason: reasonRef.current,
    }),
  );
  const startDecline = (reason: string) => {
    reasonRef.current = reason;
    start();
  };
  return {
    ...undoable,
    start: startDecline,
    error,
  };
}
