import { blocks } from "@commonlane/contract/blocks";
import { type NewReport, reports } from "@commonlane/contract/reports";
import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { endpointPages } from "#shared/api/endpoint-query.ts";
import { call } from "#shared/api/api-client.ts";
import type { PersonName } from "#shared/safety/open-safety-dialog.ts";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";

/** Users the user has blocked, most recent first. */
export const ownBlocks = endpointPages(blocks.list, { query: { limit: 50 } });

/** Blocks a user. The success toast offers to undo it. */
export function useBlockPerson({ uid, displayName }: PersonName) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const toast = useToast();
  const undo = async () => {
    try {
      await call(blocks.unblock, { params: { blockedUid: uid } });
      toast({ message: t`${displayName} is no longer blocked.` });
      await queries.invalidateQueries();
    } catch {
      toast({
        message: t`That didn't work. You can unblock ${displayName} in your profile.`,
        type: "error",
      });
    }
  };
  return useMutation({
    mutationFn: () => call(blocks.block, { params: { blockedUid: uid } }),
    onSuccess: () => {
      toast({
        message: t`${displayName} is blocked.`,
        type: "success",
        durationMs: 10_000,
        action: {
          label: t`Undo`,
          onAction: () => void undo(),
        },
      });
      return queries.invalidateQueries();
    },
  });
}

export const useSendReport = () =>
  useMutation({ mutationFn: (report: NewReport) => call(reports.create, { body: report }) });
