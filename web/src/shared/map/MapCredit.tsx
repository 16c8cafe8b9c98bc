import { useLingui } from "@lingui/react/macro";
import { communitySettings } from "#shared/community-settings.ts";
import { Icon } from "#shared/ui/Icon.tsx";

/** Attribution required by the map's licence: as text, or behind an "i" on small maps. */
export function MapCredit({ ownCredit }: { ownCredit: string | undefined }) {
  const { t } = useLingui();
  return (
    <>
      <p className="map-credit map-credit-wide">
        <Sources ownCredit={ownCredit} />
      </p>
      <details className="map-credit map-credit-small">
        <summary aria-label={t`Map data sources`} title={t`Map data sources`}>
          <Icon name="info" />
        </summary>
        <p>
          <Sources ownCredit={ownCredit} />
        </p>
      </details>
    </>
  );
}

/** Attribution of roads and streets drawn on top of the map. */
function Roads() {
  if (!communitySettings.openStreetMap) return null;
  return (
    <>
      {" · "}
      <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">
        © OpenStreetMap contributors
      </a>
    </>
  );
}

function Sources({ ownCredit }: { ownCredit: string | undefined }) {
  if (ownCredit !== undefined)
    return ownCredit.includes("OpenStreetMap") ? (
      ownCredit
    ) : (
      <>
        {ownCredit} <Roads />
      </>
    );
  return (
    <>
      <a href="https://www.naturalearthdata.com/" target="_blank" rel="noreferrer">
        Natural Earth
      </a>
      {" · "}
      <a href="https://www.geonames.org/" target="_blank" rel="noreferrer">
        GeoNames
      </a>
      <Roads />
    </>
  );
}
