import {
  type MeetingPointSource,
  meetingPointSources,
} from "@commonlane/contract/meeting-point-sources";
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { endpointQuery } from "#shared/api/endpoint-query.ts";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";
import { operatorCommand } from "#shared/operator-command.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { useConsoleAction } from "#shared/console/use-console-action.ts";
import { ownRole } from "#shared/console/own-role.ts";
import { ItemList } from "#shared/console/PagedList.tsx";
import { ModerationSection } from "#shared/console/console-ui.tsx";
import { RemoveDialog } from "#shared/console/RemoveDialog.tsx";
import { ImportReport } from "./ImportReport.tsx";
import { NewSourceForm } from "./NewSourceForm.tsx";

const sourcesQuery = endpointQuery(meetingPointSources.list, {}, { staleTime: 0 });

/** Meeting points from open data: where they are from, importing, updating and removing them. */
export function MeetingPointSourcesView() {
  const { t } = useLingui();
  const query = useQuery(sourcesQuery);
  const isAdministrator = useQuery(ownRole).data?.administrator ?? false;
  const update = operatorCommand("meeting-points", "update");
  return (
    <>
      <h2 className="sr-only">{t`Meeting points`}</h2>
      <ModerationSection title={t`From open data`}>
        <p className="text-ink-2">
          {t`Place fields suggest these places, and rides that pass meet passengers there. Park and ride places and stops of OpenStreetMap come with each region.`}
        </p>
        <ItemList
          isCompact
          query={query}
          items={query.data?.items}
          emptyText={t`Nothing imported yet`}
        >
          {(source) => <SourceRow source={source} isAdministrator={isAdministrator} />}
        </ItemList>
        {query.data && query.data.items.length > 0 && (
          <p className="text-sm text-ink-2">
            <Trans>
              The operator updates those with an address with{" "}
              <code className="whitespace-nowrap">{update}</code>, best by a timer once a month.
            </Trans>
          </p>
        )}
      </ModerationSection>
      {isAdministrator && (
        <ModerationSection title={t`Import meeting points`}>
          <NewSourceForm />
        </ModerationSection>
      )}
    </>
  );
}

interface SourceRowProps {
  readonly source: MeetingPointSource;
  readonly isAdministrator: boolean;
}

function SourceRow({ source, isAdministrator }: SourceRowProps) {
  const { t } = useLingui();
  const [isRemoving, setRemoving] = useState(false);
  const update = useConsoleAction(meetingPointSources.importUrl);
  const { name, attribution, licence, url, withinKm, points } = source;
  const importedOn = formatUserDate(source.importedAt);
  const details = [
    t`${plural(points, {
      one: "# place",
      other: "# places",
    })}`,
    withinKm !== null && t`within ${withinKm} km`,
    t`imported on ${importedOn}`,
  ].filter(Boolean);
  return (
    <div className="grid gap-3 p-4">
      <div className="flex flex-wrap items-start gap-3">
        <div className="grid min-w-0 flex-1 basis-60 gap-1">
          <span className="font-semibold wrap-anywhere">{name}</span>
          <span className="text-sm text-ink-2">{details.join(" · ")}</span>
          <span className="text-sm text-ink-2 wrap-anywhere">{t`By ${attribution} (${licence})`}</span>
          {url !== null && (
            <code translate="no" className="text-sm wrap-anywhere">
              {url}
            </code>
          )}
        </div>
        {isAdministrator && (
          <div className="flex flex-wrap gap-2">
            {url !== null && (
              <Button
                variant="line"
                size="sm"
                busy={update.isPending}
                aria-label={t`Update ${name}`}
                onClick={() =>
                  update.mutate({
                    body: {
                      name,
                      attribution,
                      licence,
                      withinKm,
                      url,
                    },
                  })
                }
              >
                {t`Update`}
              </Button>
            )}
            <Button
              variant="line"
              size="sm"
              aria-label={t`Remove ${name}`}
              onClick={() => setRemoving(true)}
            >
              {t`Remove`}
            </Button>
          </div>
        )}
      </div>
      {update.data && <ImportReport report={update.data} />}
      <ErrorNotice error={update.error} />
      {isRemoving && <RemoveSourceDialog source={source} onClose={() => setRemoving(false)} />}
    </div>
  );
}

interface RemoveSourceDialogProps {
  readonly source: MeetingPointSource;
  readonly onClose: () => void;
}

function RemoveSourceDialog({ source: { id, name }, onClose }: RemoveSourceDialogProps) {
  const { t } = useLingui();
  const remove = useConsoleAction(meetingPointSources.remove);
  return (
    <RemoveDialog
      name={name}
      text={t`Its places are no longer suggested. Rides that use them keep them.`}
      removing={remove}
      onRemove={() => remove.mutate({ params: { sourceId: id } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
