import { RideRequest } from "@commonlane/contract/ride-requests";
import { useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useAdultGate } from "#shared/adult/use-adult-gate.tsx";
import { ApiError } from "#shared/api-error.ts";
import { useToast } from "#shared/ui/Toasts.tsx";
import { type RequestTerms, useChange, usePost } from "./ride-requests.queries.ts";

/** Posts a request once, however often the button is pressed, and goes to its page; false when that did not happen. */
export function usePosting() {
  const { t } = useLingui();
  const post = usePost();
  const sending = useSending(t`Your request is posted. Drivers who pass can answer it now.`);
  const send = (terms: RequestTerms) => sending.send(() => post.mutateAsync(terms));
  return { ...sending, send };
}

/** The same for a change of one that is posted. */
export function useChanging(requestId: string) {
  const { t } = useLingui();
  const save = useChange(requestId);
  const sending = useSending(t`Your request was changed.`);
  const send = (change: Parameters<typeof save.mutateAsync>[0]) => sending.send(() => save.mutateAsync(change));
  return { ...sending, send };
}

function useSending(done: string) {
  const [error, setError] = useState<ApiError>();
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const gate = useAdultGate();
  const toast = useToast();
  const navigate = useNavigate();
  const send = async (save: () => Promise<RideRequest>): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setError(undefined);
    try {
      const request = await gate.run(save);
      if (!request) return false;
      toast({ message: done, type: "success" });
      await navigate(`/requests/${request.id}`);
      return true;
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      const posted = RideRequest.safeParse(failure.current).data;
      if (failure.code === "already_posted" && posted) {
        toast({ message: failure.message, type: "info" });
        await navigate(`/requests/${posted.id}`);
        return true;
      }
      setError(failure);
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { send, busy, error, dialog: gate.dialog };
}
