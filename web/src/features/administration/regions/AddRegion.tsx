import { type RegionBuild, regions, type SuggestedExtract } from "@commonlane/contract/regions";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { operatorCommand } from "#shared/operator-command.ts";
import { useCopy } from "#shared/share/use-copy.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { ModerationSection } from "#shared/console/console-ui.tsx";
import { useConsoleAction } from "#shared/console/use-console-action.ts";
import { RegionBuilds } from "./RegionBuilds.tsx";
import { extractsFor, type RegionArea, serverRegions } from "../administration.queries.ts";

/**
 * For administrators: roads, streets and a map of the community's area. The server asks another server only after a
 * click; a server without the internet gets the command for a file.
 */
export function AddRegion({ area }: { area: RegionArea }) {
  const { t } = useLingui();
  const extracts = useQuery(extractsFor(area)).data ?? [];
  const built = useQuery(serverRegions).data;
  const build = useConsoleAction(regions.build);
  const [requested, setRequested] = useState<readonly string[]>([]);
  if (!built) return null;
  const names = new Set([...built.regions, ...built.builds].map(({ name }) => name));
  const missing = extracts.filter(({ name }) => !names.has(name));
  // Builds that were asked for a moment ago have no progress yet.
  const waiting = requested
    .filter((name) => !names.has(name))
    .map((name) => ({
      ...WAITING_BUILD,
      id: `requested ${name}`,
      name,
      step: t`Waiting`,
    }));
  const start = (name: string) =>
    build.mutate(
      { body: { name } },
      { onSuccess: () => setRequested((before) => [...before, name]) },
    );
  return (
    <>
      <RegionBuilds builds={[...built.builds, ...waiting]} />
      {missing.length > 0 && (
        <ModerationSection title={t`Add roads and streets`}>
          <p className="text-ink-2">{t`Take the smallest one that holds the daily trips of your community. The server loads it from OpenStreetMap's data at the address shown, once you choose it.`}</p>
          <ul className="grid divide-y divide-line card">
            {missing.map((extract) => (
              <ExtractRow
                key={extract.name}
                extract={extract}
                isRequested={requested.includes(extract.name)}
                onBuild={() => start(extract.name)}
              />
            ))}
          </ul>
        </ModerationSection>
      )}
      <ErrorNotice error={build.error} />
      <OfflineCommand extract={extracts[0]} />
    </>
  );
}

interface ExtractRowProps {
  readonly extract: SuggestedExtract;
  readonly isRequested: boolean;
  readonly onBuild: () => void;
}

function ExtractRow({ extract, isRequested, onBuild }: ExtractRowProps) {
  const { t, i18n } = useLingui();
  const { name, url, sizeMb, minutes } = extract;
  const size = i18n.number(sizeMb, {
    style: "unit",
    unit: "megabyte",
  });
  const time = t`${plural(minutes, {
    one: "about # minute",
    other: "about # minutes",
  })}`;
  const source = url === null ? t`a file on the server` : new URL(url).host;
  return (
    <li className="flex flex-wrap items-center gap-3 p-4">
      <span className="min-w-0 flex-1">
        <strong className="block wrap-anywhere">{name}</strong>
        <span className="text-sm text-ink-2">{`${size} · ${time} · ${source}`}</span>
      </span>
      <Button size="sm" disabled={isRequested} onClick={onBuild} aria-label={t`Add ${name}`}>
        {t({
          comment: "Button: adds a region to the server.",
          message: "Add",
        })}
      </Button>
    </li>
  );
}

const WAITING_BUILD: Omit<RegionBuild, "id" | "name" | "step"> = {
  state: "running",
  stepNumber: 1,
  stepCount: 6,
  fraction: 0,
  secondsLeft: null,
  error: null,
};

/** For a server without the internet: the command for a file that was carried there. */
function OfflineCommand({ extract }: { extract: SuggestedExtract | undefined }) {
  const { t } = useLingui();
  const copy = useCopy();
  const file = extract?.url ? extract.url.slice(extract.url.lastIndexOf("/") + 1) : "area.osm.pbf";
  const name = extract?.name ?? "";
  const args = name === "" ? [`/var/tmp/${file}`] : [`/var/tmp/${file}`, "--name", `"${name}"`];
  const command = operatorCommand("region", "add", ...args);
  return (
    <details className="card p-4">
      <summary className="font-semibold">{t`Without internet access, or with a file of your own`}</summary>
      <p className="mt-2 text-ink-2">{t`Put the extract on the server and run this command there:`}</p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <code className="min-w-0 flex-1 rounded-md bg-sunken p-3 text-sm wrap-anywhere">
          {command}
        </code>
        <Button variant="line" size="sm" onClick={() => void copy(command, t`Copied.`)}>
          {t`Copy`}
        </Button>
      </div>
    </details>
  );
}
