import type { Group } from "@commonlane/contract/groups";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Icon } from "#shared/ui/Icon.tsx";
import type { IconName } from "#shared/ui/icon-paths.ts";
import { MaskedTextNote } from "#shared/masking/MaskedTextNote.tsx";
import { useJoiningTexts, useSizeText } from "./group-text.ts";

/** Name and description of a group, its size, who may join it and who can find it. */
export function GroupFacts({ group }: { group: Group }) {
  const { t } = useLingui();
  const joining = useJoiningTexts()[group.joining];
  const sizeText = useSizeText()(group);
  const mark = group.requiredMark?.name;
  const { description } = group;
  return (
    <div className="grid gap-4">
      <h1 className="text-3xl leading-tight font-bold tracking-[-.025em] wrap-anywhere outline-none">
        {group.name}
      </h1>
      {description && (
        <div className="grid gap-2">
          <p className="whitespace-pre-line wrap-anywhere">{description}</p>
          <MaskedTextNote text={description} explanation={t`Contact details are hidden.`} />
        </div>
      )}
      <ul className="grid gap-2 text-ink-2">
        {sizeText && <Fact icon="users">{sizeText}</Fact>}
        <Fact icon={group.joining === "open" ? "check-circle" : "lock"}>{joining}</Fact>
        {mark !== undefined && (
          <Fact icon="shield">{t`Only for people with the trust mark “${mark}”`}</Fact>
        )}
        {!group.isListed && <Fact icon="eye-off">{t`Others can't find this group`}</Fact>}
      </ul>
    </div>
  );
}

function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex gap-2.5">
      <Icon name={icon} className="mt-0.5 shrink-0 text-ink-3" />
      <span className="wrap-anywhere">{children}</span>
    </li>
  );
}
