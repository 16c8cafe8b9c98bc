import { matchPath, Route, Routes } from "react-router";
import { type LazyScreen, lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Redirect } from "../routing/Redirect.tsx";

const HomePage = lazyScreen(() => import("../pages/HomePage.tsx"), "HomePage");
const HostPage = lazyScreen(() => import("../pages/HostPage.tsx"), "HostPage");
const RidePage = lazyScreen(() => import("../pages/RidePage.tsx"), "RidePage");
const DrivePage = lazyScreen(() => import("../pages/drive/DrivePage.tsx"), "DrivePage");
const RatePage = lazyScreen(() => import("../pages/RatePage.tsx"), "RatePage");
const SeriesScreen = lazyScreen(
  () => import("#features/hosting/series/SeriesScreen.tsx"),
  "SeriesScreen",
);
const SeekPage = lazyScreen(() => import("../pages/SeekPage.tsx"), "SeekPage");
const RequestsPage = lazyScreen(() => import("../pages/RequestsPage.tsx"), "RequestsPage");
const PostRequestPage = lazyScreen(() => import("../pages/PostRequestPage.tsx"), "PostRequestPage");
const RequestScreen = lazyScreen(
  () => import("#features/ride-requests/detail/RequestScreen.tsx"),
  "RequestScreen",
);
const OpenRequestsScreen = lazyScreen(
  () => import("#features/ride-requests/browse/OpenRequestsScreen.tsx"),
  "OpenRequestsScreen",
);
const EventsScreen = lazyScreen(() => import("#features/events/EventsScreen.tsx"), "EventsScreen");
const EventFormScreen = lazyScreen(
  () => import("#features/events/EventFormScreen.tsx"),
  "EventFormScreen",
);
const EventPage = lazyScreen(() => import("../pages/EventPage.tsx"), "EventPage");
const GroupsScreen = lazyScreen(() => import("#features/groups/GroupsScreen.tsx"), "GroupsScreen");
const GroupFormScreen = lazyScreen(
  () => import("#features/groups/GroupFormScreen.tsx"),
  "GroupFormScreen",
);
const GroupPage = lazyScreen(() => import("../pages/GroupPage.tsx"), "GroupPage");
const JoinGroupScreen = lazyScreen(
  () => import("#features/groups/JoinGroupScreen.tsx"),
  "JoinGroupScreen",
);
const SavedSearchesPage = lazyScreen(
  () => import("../pages/SavedSearchesPage.tsx"),
  "SavedSearchesPage",
);
const DriversPage = lazyScreen(() => import("../pages/DriversPage.tsx"), "DriversPage");
const PublicProfilePage = lazyScreen(
  () => import("../pages/PublicProfilePage.tsx"),
  "PublicProfilePage",
);
const ProfilePage = lazyScreen(() => import("../pages/ProfilePage.tsx"), "ProfilePage");
const WelcomePage = lazyScreen(() => import("../pages/WelcomePage.tsx"), "WelcomePage");
const ImportedDataScreen = lazyScreen<"ImportedDataScreen">(
  () => import("#features/imported-data/ImportedDataScreen.tsx"),
  "ImportedDataScreen",
);
const YourRidesPage = lazyScreen(() => import("../pages/YourRidesPage.tsx"), "YourRidesPage");
const SettingsPage = lazyScreen(() => import("../pages/SettingsPage.tsx"), "SettingsPage");
const NotificationsScreen = lazyScreen(
  () => import("#features/notifications/NotificationsScreen.tsx"),
  "NotificationsScreen",
);
const ConsolePage = lazyScreen(() => import("../pages/ConsolePage.tsx"), "ConsolePage");

/** The signed-in screens by path, exact paths first, each loaded when first shown. App.tsx knows their first segments. */
const screens: Readonly<Record<string, LazyScreen<object>>> = {
  "/home": HomePage,
  "/active-drivers": DriversPage,
  "/host": HostPage,
  "/seek": SeekPage,
  "/saved-searches": SavedSearchesPage,
  "/profile": ProfilePage,
  "/welcome": WelcomePage,
  "/imported-data": ImportedDataScreen,
  "/your-rides": YourRidesPage,
  "/settings": SettingsPage,
  "/settings/:section": SettingsPage,
  "/profile/:uid": PublicProfilePage,
  "/rides/:rideId": RidePage,
  "/rides/:rideId/drive": DrivePage,
  "/rides/:rideId/rate": RatePage,
  "/series/:seriesId": SeriesScreen,
  "/requests": RequestsPage,
  "/requests/new": PostRequestPage,
  "/requests/open": OpenRequestsScreen,
  "/requests/:requestId": RequestScreen,
  "/events": EventsScreen,
  "/events/new": EventFormScreen,
  "/events/:eventId": EventPage,
  "/events/:eventId/edit": EventFormScreen,
  "/groups": GroupsScreen,
  "/groups/new": GroupFormScreen,
  "/groups/:groupId": GroupPage,
  "/groups/:groupId/edit": GroupFormScreen,
  "/join-group": JoinGroupScreen,
  "/moderation/*": ConsolePage,
  "/notifications": NotificationsScreen,
};

/** Loads the screen at a path, so that it appears without a skeleton before it. */
export async function fetchScreen(pathname: string): Promise<void> {
  const path = Object.keys(screens).find((pattern) => matchPath(pattern, pathname));
  if (path !== undefined) await screens[path]?.fetch();
}

/** Unknown paths lead to /home. */
export function SignedInScreens() {
  return (
    <Routes>
      {Object.entries(screens).map(([path, Screen]) => (
        <Route key={path} path={path} element={<Screen />} />
      ))}
      <Route path="*" element={<Redirect to="/home" />} />
    </Routes>
  );
}
