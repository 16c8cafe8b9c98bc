import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SegmentedChoice } from "#shared/ui/fields/SegmentedChoice.tsx";
import { ContentRemovalCard } from "./ContentRemovalCard.tsx";
import { appealPages, contentRemovalPages, type QueueState } from "../moderation.queries.ts";
import { PagedList } from "../ui/PagedList.tsx";
import { ModerationSection } from "../ui/moderation-ui.tsx";
import { RatingCard } from "./RatingCard.tsx";

/** What somebody asked moderators to look at: ratings of theirs, and what was hidden of theirs. */
export function Appeals() {
  const { t } = useLingui();
  const [state, setState] = useState<QueueState>("open");
  const ratings = useInfiniteQuery(appealPages(state));
  const contentRemovals = useInfiniteQuery(contentRemovalPages(state));
  const empty = state === "open" ? t`No appeal waits` : t`Nothing was decided yet`;
  return (
    <>
      <h2 className="sr-only">{t`Appeals`}</h2>
      <SegmentedChoice
        label={t`Which appeals`}
        hideLabel
        value={state}
        options={[
          { value: "open", label: t`Waiting` },
          { value: "closed", label: t`Decided` },
        ]}
        onChange={setState}
      />
      <ModerationSection title={t`Against ratings`}>
        <PagedList query={ratings} empty={empty} isCompact>
          {(rating) => <RatingCard rating={rating} />}
        </PagedList>
      </ModerationSection>
      <ModerationSection title={t`Against what was hidden`}>
        <PagedList query={contentRemovals} empty={empty} isCompact>
          {(contentRemoval) => <ContentRemovalCard contentRemoval={contentRemoval} />}
        </PagedList>
      </ModerationSection>
    </>
  );
}
