import { msg } from "@lingui/core/macro";
import { useParams } from "react-router";
import { type SettingsSection, SettingsScreen } from "#features/settings/SettingsScreen.tsx";
import { Redirect } from "../routing/Redirect.tsx";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";

/** The sections of the settings in their order; each loads when first opened. */
const sections: readonly SettingsSection[] = [
  {
    id: "account",
    label: msg`Account`,
    detail: msg`E-mail, password, phone, language, devices`,
    icon: "user",
    Content: lazyScreen(() => import("./settings/AccountSettings.tsx"), "AccountSettings"),
  },
  {
    id: "sign-in",
    label: msg`Sign-in and security`,
    detail: msg`Passkeys, authenticator app, who has access`,
    icon: "lock",
    Content: lazyScreen(() => import("./settings/SignInSettings.tsx"), "SignInSettings"),
  },
  {
    id: "notifications",
    label: msg`Notifications`,
    detail: msg`Push, e-mail, quiet hours`,
    icon: "bell",
    Content: lazyScreen(
      () => import("#features/notifications/settings/NotificationSettings.tsx"),
      "NotificationSettings",
    ),
  },
  {
    id: "appearance",
    label: msg`Appearance`,
    detail: msg`Light, dark or as your device`,
    icon: "eye",
    Content: lazyScreen(() => import("#features/settings/Appearance.tsx"), "Appearance"),
  },
  {
    id: "privacy",
    label: msg`Privacy`,
    detail: msg`Who sees what, phone number`,
    icon: "lock",
    Content: lazyScreen(() => import("./settings/ProfileSettings.tsx"), "OwnPrivacy"),
  },
  {
    id: "vehicles",
    label: msg`Vehicles`,
    detail: msg`The cars you drive`,
    icon: "car",
    Content: lazyScreen(() => import("./settings/ProfileSettings.tsx"), "OwnVehicles"),
  },
  {
    id: "accessibility",
    label: msg`Accessibility`,
    detail: msg`What you need to travel`,
    icon: "walk",
    Content: lazyScreen(() => import("./settings/ProfileSettings.tsx"), "OwnAccessibility"),
  },
  {
    id: "safety",
    label: msg`Safety`,
    detail: msg`Trusted contacts, blocked people`,
    icon: "shield",
    Content: lazyScreen(() => import("./settings/SafetySettings.tsx"), "SafetySettings"),
  },
  {
    id: "calendar",
    label: msg`Calendar`,
    detail: msg`Your rides in your own calendar`,
    icon: "calendar",
    Content: lazyScreen<"CalendarFeedSettings">(
      () => import("#features/calendar/CalendarFeedSettings.tsx"),
      "CalendarFeedSettings",
    ),
  },
  {
    id: "data",
    label: msg`Your data`,
    detail: msg`Export, accepted terms, delete your account`,
    icon: "inbox",
    Content: lazyScreen(() => import("#features/personal-data/PersonalData.tsx"), "PersonalData"),
  },
];

/** The settings, one section at a time. */
export function SettingsPage() {
  const { section } = useParams();
  if (section === "your-data") return <Redirect to="/settings/data" />;
  return <SettingsScreen sections={sections} sectionId={section} />;
}
