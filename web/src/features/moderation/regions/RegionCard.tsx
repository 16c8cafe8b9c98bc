import type { RegionStatus } from "@commonlane/contract/regions";
import { useLingui } from "@lingui/react/macro";
import { formatUserDate } from "#shared/formatting/user-date.ts";
import { Button } from "#shared/ui/Button.tsx";
import { DetailList } from "../ui/moderation-ui.tsx";
import { formatMegabytes, spellName } from "./region-text.ts";

/** One region: the age of its data, its size, and what was built from it. */
export function RegionCard({ region, onShow }: { region: RegionStatus; onShow?: (() => void) | undefined }) {
  const { t, i18n } = useLingui();
  const { name, dataAt, builtAt, bytes, steps } = region;
  const stepNames: Record<string, string> = {
    coverage: t`Coverage`,
    roads: t`Roads`,
    places: t`Places`,
    "pickup points": t`Pickup points`,
    map: t`Map`,
  };
  const figureText = (figure: string, value: number | string): string => {
    if (typeof value === "string") return `${value} ${spellName(figure)}`;
    return figure === "bytes" ? formatMegabytes(value) : `${i18n.number(value)} ${spellName(figure)}`;
  };
  return (
    <section className="grid gap-3" aria-label={name}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-lg font-bold wrap-anywhere">{name}</h3>
        {onShow && (
          <Button variant="line" size="sm" aria-label={t`Show ${name} on the map`} onClick={onShow}>
            {t`Show on map`}
          </Button>
        )}
      </div>
      <DetailList
        details={[
          { name: t`Data from`, value: dataAt === null ? t`unknown` : formatUserDate(dataAt) },
          { name: t`Built`, value: formatUserDate(builtAt) },
          { name: t`Size`, value: formatMegabytes(bytes) },
          ...steps.map((step) => ({
            name: stepNames[step.name] ?? spellName(step.name),
            value: step.figures.map((figure) => figureText(figure.name, figure.value)).join(", "),
          })),
        ]}
      />
    </section>
  );
}
