import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { ProfileScreen } from "#features/profiles/ProfileScreen.tsx";
import { DueRatings } from "#features/ratings/DueRatings.tsx";
import { Reputation } from "#features/ratings/Reputation.tsx";
import { ownRole } from "#shared/console/own-role.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Redirect } from "../routing/Redirect.tsx";

/** Settings that used to be part of the profile: e-mails and old notifications still link to them. */
const movedSections: Readonly<Record<string, string>> = {
  "#notifications": "/settings/notifications",
  "#trusted-contacts": "/settings/safety",
  "#blocked": "/settings/safety",
  "#security": "/settings/account",
  "#language-and-time": "/settings/account",
  "#vehicles": "/settings/vehicles",
  "#appearance": "/settings/appearance",
  "#your-data": "/settings/data",
};

/** The user's own profile with their ratings. */
export function ProfilePage() {
  const { uid } = useUser();
  const { hash } = useLocation();
  const moved = movedSections[hash];
  if (moved !== undefined) return <Redirect to={moved} />;
  const ratings = (
    <Reputation uid={uid} isOwnProfile>
      <DueRatings />
    </Reputation>
  );
  return <ProfileScreen ratings={ratings} console={<ConsoleLink />} />;
}

/** Link to the moderation console, shown to moderators only. */
function ConsoleLink() {
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
