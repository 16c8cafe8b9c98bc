/** Modules that every page loads, and small ones that would otherwise pull a whole group into a page. */
const BASE = new RegExp(
  "contract.src.(limits|proof-of-work)|web.src.shared.captcha.(CaptchaContainer|proof-source)|" +
    "web.src.(app.(App|routing.RouteFocusManager|errors.(CrashScreen|ErrorBoundary))|shared.(log|api.(api-error|early-replies)|community-settings|connection.connection-status|link-token|load-chunk|when-idle|theme|install.install-prompt)|features.(landing.sections|active-drivers.position.position-source)|" +
    "shared.session.(browser-session|left-behind|session|token-renewal|token-source|return-target|SessionProvider)|shared.forms.(bind-text|use-draft|search-draft)|" +
    "shared.ui.(Avatar|JourneyStrip|Button|button-classes|cx|ErrorState|Icon|IconButton|icon-paths|lazy-screen|Link|LoadingScreen|Logo|SiteFooter|SkipLink|toasts.(Toasts|toast-list)|ConnectionBanner|use-title))\\.tsx?$",
);

/** Components of every form, and the keys that fields react to: without them, a field for codes would come with each. */
const FORMS =
  /web.src.(shared.ui.(fields.(Field|TextField|PasswordField|SelectField)|ErrorNotice|Notice|keyboard)|shared.api.error-text|shared.forms.use-attempt|features.accounts.AuthPage)\.tsx?$/;

/** The query cache and loading states, and the few modules that all signed-in pages share. */
const QUERY = new RegExp(
  "@tanstack.*modern.(queryClient|QueryClientProvider)\\.js$|" +
    "web.src.(shared.ui.Skeleton|app.(query-client|shell.pending-requests)|shared.(chat.(open-chat|unread-count)|session.deletion-cancelled-flag)|" +
    "features.rides.search.search-slots)\\.tsx?$",
);

/** Calls to the server that public pages make when they open: fewer schemas to build than for all calls. */
const PUBLIC_DATA =
  /node_modules.(zod|@tanstack)|contract.src.(endpoint|problem|shapes|message|saved-searches)\.ts$|web.src.shared.(api.(api-client|endpoint-query|query-keys)|random-id)\.ts$/;

/** Calls of the console and the set-up. */
const CONSOLE_CALLS =
  "administration|community-settings|event-calendars|feed-receivers|mark-administration|meeting-point-sources|member-imports|moderator-actions|provider-administration|report-files|setup|webhooks";

/** Calls of what follows the first screen: live events, chats, notifications, settings, groups and events. */
const LATER_CALLS =
  "account-access|account-settings|api-keys|calendar|chat|community-admin|events|group-management|groups|legal|live|meeting-points|moderation-shapes|notification-channels|notifications|passkeys|personal-data|reports|ride-contacts|second-factor|sign-in-providers|trip-statements";

/** Calls of the forms of trips, first those of hosting. */
const HOSTING_CALLS = "ride-series|ride-templates";
const TRIP_FORM_CALLS = `${HOSTING_CALLS}|transit`;

/**
 * Calls that the first screens make: schemas, endpoints, query hooks. Schemas are built when their file is loaded, so a
 * screen should load those of few other screens.
 */
const DATA = new RegExp(
  "node_modules.(zod|@tanstack)|contract.src.(?!limits|proof|community|contact-details.(?:mask|find-links|find-phones|fold-text|number-words|ordinary-numbers)|phone|password|ratings|trip-outcomes|blocks|moderation|regions|trip-safety|trusted-contacts|emergency-numbers|" +
    `(?:${CONSOLE_CALLS}|${LATER_CALLS}|${TRIP_FORM_CALLS})\\.ts)|` +
    "web.src.shared.(api.api-client|random-id|forms.idempotent-send)\\.ts$",
);
const fileOf = (calls: string): RegExp => new RegExp(`contract.src.(${calls})\\.ts$`);

/** Search criteria in the URL, and the frame of the result map. */
const SEARCH =
  /web.src.features.rides.search.(search-url|result-view|use-search-state)\.tsx?$|shared.ui.MapOverlayLayout/;

/** MapLibre and everything that a map needs; not the layers of street maps, which only servers with regions load. */
const MAP = /web.src.shared.map.use-map-controller\.ts$/;

/**
 * What most signed-in screens show: the search form, the placeholder of a map, fields, formats, and the queries of trips.
 * Each file costs a turn on one of few connections: on slow 4G, six at once take 150 ms. None is loaded lazily, which
 * would need a file of its own.
 */
const SIGNED_IN = new RegExp(
  "contract.src.moderation-role\\.ts$|" +
    "web.src.shared.(ui.(EmptyState|Pill|ShowMore|fields.(SegmentedChoice|SeatStepper))|formatting|profile.(RatingText|preference-labels)|api.maintenance|use-now|forms.after-mutation|map.polyline)|" +
    "web.src.(shared.places|features.rides.(route-geometry|TripStatus|search.(SearchFields|CompactSearchForm|use-search-form)))|" +
    "web.src.shared.map.(LazyMapView|StopList|webgl)|" +
    "web.src.(features.(rides.(ride-segment|rides.queries|trips)|ratings.ratings.queries|ride-requests.ride-requests.queries|seat-requests.seat-requests.queries)|" +
    "app.shell.(use-pending-requests|use-log-out)|shared.(session.pending-registration|console.own-role|seats.own-seat-requests))\\.tsx?$",
);

/** What the first step of hosting needs of the screens of rides, and of the forms of trips. */
const FORM_PARTS =
  /web.src.shared.(forms.(focus-first-invalid|use-undoable)|profile.vehicle-form|ui.(PlainPage|StickyActions|UndoBar|SkeletonForm|fields.CheckField))\.tsx?$/;

const HOST_START = new RegExp(
  `contract.src.(${HOSTING_CALLS})\\.ts$|` +
    "web.src.(features.hosting.(PublishedCard|hosting.queries)|" +
    "shared.(age-check.(AgeFields|use-age-check)|contribution.cost-share.queries|ui.(FormSteps|MapSplitLayout)))\\.tsx?$",
);

/** What the screens of rides and requests share, with the menu to report or block a person. */
const RIDES = new RegExp(
  "contract.src.blocks\\.ts$|web.src.shared.safety.(PersonMenu|BlockedNotice)|" +
    "web.src.(features.(rides.(ride-map-scene|own-part|use-ride-segment|walks|MapScenePanel|detail.RideShareButton|list.(RideCard|card-facts)|search.(match-text|filter-labels|search-window))|" +
    "seat-requests.(RequestNotes|RequestSegment|SeatRequestStatusPill|request.ConfirmChange|standby.standby.queries)|ride-requests.(StatusPills|request-text))|" +
    "shared.(map.(stop-kind|pick-zoom)|trust-marks.(MarkBadges|trust-marks.queries)|audiences.(MembersOfNote|audiences.queries)|masking.(MaskedTextNote|use-masked-details)|chat.MessageButton|content-removals.RemovedContentNote|profile.cancellation-lateness|seats.free-segments|share.ShareButton|" +
    "ui.(NotLoaded|ReasonDialog|JourneyTimeline|fields.NumberField)))\\.tsx?$",
);

/** What the forms of rides and requests share. */
const TRIP_FORMS = new RegExp(
  "contract.src.transit\\.ts$|" +
    "web.src.(features.(ride-requests.post.(request-draft|request-validation)|transit.(TimetableSources|transit.queries))|" +
    "shared.(audiences.AudienceField|contribution.FairShare|profile.(NeedsFields|PreferenceFields)|ui.MoreOptions))\\.tsx?$",
);

/**
 * Groups of modules that are bundled into one chunk: many small chunks weigh more and need more round trips. A group
 * includes the imports of its modules unless an earlier group has them, so groups that pages load first come first.
 */
export const chunkGroups = [
  // Libraries change rarely: separate chunks stay cached across our releases.
  {
    name: "vendor",
    test: /node_modules.(react|react-dom|react-router|scheduler|@lingui).|preload-helper|rolldown.runtime/,
  },
  { name: "base", test: BASE },
  { name: "forms", test: FORMS },
  { name: "rules", test: /contract.src.(password|phone)\.ts$/ },
  // Before the groups whose modules use them, because other pages need little else of these groups.
  {
    name: "formatting",
    test: /web.src.shared.(formatting.(format|user-time-zone)|geo.great-circle)\.ts$/,
  },
  {
    name: "account",
    test: /web.src.(shared.(forms.(PhoneField|use-send-code)|password.PasswordPair|api.account-error-text)|features.accounts.page-steps)\./,
  },
  {
    name: "codes",
    test: /web.src.shared.(ui.fields.CodeInput|forms.(cooldown|CodeActions))\./,
  },
  {
    name: "info-page",
    test: /web.src.(features.legal.InfoPageLayout|shared.(ui.PublicPageHeader|formatting.(legal-date|formatting-locale)))\.tsx?$/,
  },
  // Needed before data: none of them makes a call.
  {
    name: "live-values",
    test: /web.src.(shared.(app-badge|live.(ephemeral-events|incoming-request|last-seq|backoff))|features.trip-safety.position.shared-trip)\.ts$/,
  },
  {
    name: "email-code",
    test: /web.src.features.accounts.(EmailForm|email-verification.use-resend-verification)\./,
  },
  { name: "query", test: QUERY },
  { name: "search", test: SEARCH },
  {
    name: "dialog",
    test: /web.src.shared.ui.(Dialog|focus.use-return-focus)/,
  },
  { name: "public-data", test: PUBLIC_DATA },
  { name: "data", test: DATA },
  { name: "signed-in", test: SIGNED_IN },
  { name: "form-parts", test: FORM_PARTS },
  { name: "host-start", test: HOST_START },
  { name: "rides", test: RIDES },
  { name: "trip-forms", test: TRIP_FORMS },
  { name: "later-data", test: fileOf(LATER_CALLS) },
  { name: "console-data", test: fileOf(CONSOLE_CALLS) },
  { name: "map", test: MAP },
  {
    name: "trip-sharing",
    test: /web.src.features.(trip-safety.trip-safety|trusted-contacts.trusted-contacts).queries\.ts$/,
  },
];
