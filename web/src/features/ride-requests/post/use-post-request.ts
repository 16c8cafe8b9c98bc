import { RideRequest } from "@commonlane/contract/ride-requests";
import { useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useAgeCheck } from "#shared/age-check/use-age-check.tsx";
import { ApiError } from "#shared/api/api-error.ts";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { type RequestPayload, useChangeRequest, usePostRequest } from "../ride-requests.queries.ts";

/** Posts a request once, even on repeated clicks, and opens its page. Returns false if that failed. */
export function usePostRequestForm() {
  const { t } = useLingui();
  const post = usePostRequest();
  const submission = useSubmitRequest(
    t`Your request is posted. Drivers heading your way can answer it now.`,
  );
  const send = (terms: RequestPayload) => submission.send(() => post.mutateAsync(terms));
  return { ...submission, send };
}

/** Like `usePostRequestForm`, but stays on the page and reports the request. */
export function usePostRequestHere(onPosted: (request: RideRequest) => void) {
  const post = usePostRequest();
  const submission = useSubmitRequest(undefined, onPosted);
  const send = (terms: RequestPayload) => submission.send(() => post.mutateAsync(terms));
  return { ...submission, send };
}

/** Like `usePostRequestForm`, for changing a posted request. */
export function useChangeRequestForm(requestId: string) {
  const { t } = useLingui();
  const save = useChangeRequest(requestId);
  const submission = useSubmitRequest(t`Your request was updated.`);
  const send = (change: Parameters<typeof save.mutateAsync>[0]) =>
    submission.send(() => save.mutateAsync(change));
  return { ...submission, send };
}

/** Without `onSaved` the request's page opens. */
function useSubmitRequest(
  successMessage: string | undefined,
  onSaved?: (request: RideRequest) => void,
) {
  const [error, setError] = useState<ApiError>();
  const [busy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const ageCheck = useAgeCheck();
  const toast = useToast();
  const navigate = useNavigate();
  const send = async (save: () => Promise<RideRequest>): Promise<boolean> => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    setError(undefined);
    try {
      const request = await ageCheck.run(save);
      if (!request) return false;
      if (successMessage !== undefined)
        toast({
          message: successMessage,
          type: "success",
        });
      if (onSaved) onSaved(request);
      else await navigate(`/requests/${request.id}`);
      return true;
    } catch (requestError) {
      if (!(requestError instanceof ApiError)) throw requestError;
      const existingRequest = RideRequest.safeParse(requestError.current).data;
      if (requestError.code === "already_posted" && existingRequest) {
        toast({
          message: requestError.message,
          type: "info",
        });
        await navigate(`/requests/${existingRequest.id}`);
        return true;
      }
      setError(requestError);
      return false;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return {
    send,
    busy,
    error,
    dialog: ageCheck.dialog,
  };
}
