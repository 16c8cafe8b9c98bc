import { join } from "node:path";
import { lingui } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import tailwind from "@tailwindcss/vite";
import react, { reactCompilerPreset } from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { catalogues, chunkFileName } from "./build/catalogues.ts";
import { chunkGroups } from "./build/chunk-groups.ts";
import { clientContract } from "./build/client-contract.ts";
import { compileMessages } from "./build/compile-messages.ts";
import { preloadPageChunks } from "./build/preload-chunks.ts";
import { leanRouter } from "./build/lean-router.ts";
import { messageMacros } from "./build/message-macros.ts";
import { listScreenScripts } from "./build/screen-scripts.ts";
import { preloadFonts } from "./build/preload-fonts.ts";
import { prerenderModule } from "./build/prerender.ts";
import { precompress } from "./build/precompress.ts";
import { shellWorker } from "./build/shell-worker.ts";

const webRoot = import.meta.dirname;
const server = {
  target: process.env["COMMONLANE_DEV_SERVER"] ?? "http://127.0.0.1:3000",
  changeOrigin: false,
};

const NOT_COMPILED =
  /\/(landing|legal|accounts|password)\/|\/(App|SignedInShell|NavigationBar|TabBar|RequestsLink|NotificationsLink|RouteFocusManager|ConnectionBanner|Avatar|JourneyStrip|CrashScreen|SiteFooter|Logo|Button|Icon|IconButton|ErrorState|LoadingScreen|SkipLink|Link|Field|TextField|PasswordField|SelectField|ErrorNotice|Notice|Skeleton)\.tsx$/;

const SESSION = ["/session/session-api.ts", "/connection/browser-reachability.ts"];
const signedIn = (...files: string[]) => [...SESSION, "/shell/SignedInShell.tsx", ...files];
/** The screens that people open first or from a notification, without what is only shown later; exact paths first. */
const screens = {
  "/home": signedIn("/pages/HomePage.tsx"),
  "/seek": signedIn("/pages/SeekPage.tsx"),
  "/host": signedIn("/pages/HostPage.tsx"),
  "/requests": signedIn("/pages/RequestsPage.tsx"),
  "/requests/new": signedIn("/pages/PostRequestPage.tsx"),
  "/requests/:requestId": signedIn("/detail/RequestScreen.tsx"),
  "/rides/:rideId": signedIn("/pages/RidePage.tsx"),
  "/your-rides": signedIn("/pages/YourRidesPage.tsx"),
  "/notifications": signedIn("/notifications/NotificationsScreen.tsx"),
  "/profile": signedIn("/pages/ProfilePage.tsx"),
  "/settings": signedIn("/pages/SettingsPage.tsx"),
};

/** What the source itself needs to become JavaScript. */
const sourcePlugins = () => [
  react(),
  leanRouter(),
  lingui({ cwd: webRoot }),
  catalogues(),
  // Presets run last to first: the macro must be gone before the compiler looks at a component.
  babel({
    plugins: [compileMessages, clientContract],
    presets: [
      // Pages that are drawn once, small forms and the smallest parts gain nothing from remembering how they were drawn,
      // and would weigh a third more.
      reactCompilerPreset({ sources: (file) => !NOT_COMPILED.test(file) }),
      messageMacros(),
    ],
  }),
];

/** A shell or a test runner may have set another value; React's development build must never be shipped. */
const productionBuild: Plugin = {
  name: "production-build",
  apply: "build",
  config: () => void (process.env["NODE_ENV"] = "production"),
};

export default defineConfig({
  root: webRoot,
  plugins: [
    productionBuild,
    ...sourcePlugins(),
    tailwind(),
    prerenderModule("src/app/prerender.tsx", sourcePlugins),
    preloadFonts(["overpass-latin-wght-normal", "hanken-grotesk-latin-wght-normal"]),
    preloadPageChunks({
      "/": ["/landing/Landing.tsx"],
      "/login": ["/login/LoginScreen.tsx"],
      "/register": ["/registration/RegisterScreen.tsx"],
    }),
    listScreenScripts(screens),
    shellWorker(join(webRoot, "worker/shell-worker.js")),
    precompress(),
  ],
  // React has this hook itself by now.
  resolve: { alias: { "use-sync-external-store/shim": "react" } },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // The policy on the page allows neither inline scripts nor inline workers, so nothing small is folded into its parent.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
        chunkFileNames: chunkFileName,
      },
    },
    license: { fileName: "licenses.md" },
  },
  worker: { format: "es" },
  server: {
    port: 5173,
    proxy: {
      "/api": server,
      "/health": server,
      "/dev": server,
      "/legal": server,
      "/live": { ...server, ws: true },
    },
  },
});
