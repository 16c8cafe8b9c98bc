import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { ownRole } from "#shared/console/own-role.ts";

/** Link to the moderation console, shown to moderators only. */
export function ConsoleLink() {
  const { t } = useLingui();
  const { data } = useQuery(ownRole);
  if (!data?.moderator) return null;
  return (
    <Link to="/moderation/reports" className={buttonClasses("line")}>
      <Icon name="shield" />
      {data.openReports > 0 ? t`Moderation console (${data.openReports})` : t`Moderation console`}
    </Link>
  );
}
