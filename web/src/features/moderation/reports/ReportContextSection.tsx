import type { ReportFile } from "@commonlane/contract/report-files";
import { useLingui } from "@lingui/react/macro";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { ModerationSection } from "#shared/console/console-ui.tsx";
import { ReportSnapshot } from "./ReportSnapshot.tsx";

/** The ride or conversation that a report was started from. */
export function ReportContextSection({
  context: { kind, id, snapshot, current },
  reportedUid,
}: {
  context: NonNullable<ReportFile["context"]>;
  reportedUid: string | undefined;
}) {
  const { t } = useLingui();
  return (
    <ModerationSection
      title={kind === "ride" ? t`Reported from this ride` : t`Reported from this chat`}
    >
      <ReportSnapshot
        snapshot={snapshot}
        current={kind === "ride" ? current : undefined}
        reportedUid={reportedUid}
      />
      {kind === "ride" && (
        <Link to={`/moderation/rides/${id}`} className={buttonClasses("line")}>
          <Icon name="route" />
          {t`Current ride`}
        </Link>
      )}
    </ModerationSection>
  );
}
