import { useLingui } from "@lingui/react/macro";
import { Icon } from "#shared/ui/Icon.tsx";

/** Who the map's data is from, as its licence asks: in words where there is room, behind an "i" on a small map. */
export function MapCredit({ own }: { own: string | undefined }) {
  const { t } = useLingui();
  return (
    <>
      <p className="map-credit map-credit-wide">
        <Sources own={own} />
      </p>
      <details className="map-credit map-credit-small">
        <summary aria-label={t`Where the map is from`} title={t`Where the map is from`}>
          <Icon name="info" />
        </summary>
        <p>
          <Sources own={own} />
        </p>
      </details>
    </>
  );
}

function Sources({ own }: { own: string | undefined }) {
  if (own !== undefined) return own;
  return (
    <>
      <a href="https://www.naturalearthdata.com/" target="_blank" rel="noreferrer">
        Natural Earth
      </a>
      {" · "}
      <a href="https://www.geonames.org/" target="_blank" rel="noreferrer">
        GeoNames
      </a>
    </>
  );
}
