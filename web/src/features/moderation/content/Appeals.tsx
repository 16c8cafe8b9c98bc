import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SegmentedChoice } from "#shared/ui/fields/SegmentedChoice.tsx";
import { ContentRemovalCard } from "./ContentRemovalCard.tsx";
import { appealPages, contentRemovalPages, type QueueState } from "../moderation.queries.ts";
import { PagedList } from "#shared/console/PagedList.tsx";
import { ModerationSection } from "#shared/console/console-ui.tsx";
import { RatingCard } from "./RatingCard.tsx";

/** Appeals of users against ratings and content removals. */
export function Appeals() {
  const { t } = useLingui();
  const [state, setState] = useState<QueueState>("open");
  const ratings = useInfiniteQuery(appealPages(state));
  const contentRemovals = useInfiniteQuery(contentRemovalPages(state));
  const emptyText = state === "open" ? t`No open appeals` : t`No decided appeals`;
  return (
    <>
      <h2 className="sr-only">{t`Appeals`}</h2>
      <SegmentedChoice
        label={t`Filter appeals`}
        hideLabel
        value={state}
        options={[
          {
            value: "open",
            label: t({
              comment: "Status of a report, an appeal or a request that is not decided yet.",
              message: "Open",
            }),
          },
          { value: "closed", label: t`Decided` },
        ]}
        onChange={setState}
      />
      <ModerationSection title={t`Rating disputes`}>
        <PagedList query={ratings} emptyText={emptyText} isCompact>
          {(rating) => <RatingCard rating={rating} />}
        </PagedList>
      </ModerationSection>
      <ModerationSection title={t`Content removal appeals`}>
        <PagedList query={contentRemovals} emptyText={emptyText} isCompact>
          {(contentRemoval) => <ContentRemovalCard contentRemoval={contentRemoval} />}
        </PagedList>
      </ModerationSection>
    </>
  );
}
