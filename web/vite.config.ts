import { join } from "node:path";
import { lingui } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import tailwind from "@tailwindcss/vite";
import react, { reactCompilerPreset } from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { chunkGroups } from "./build/chunk-groups.ts";
import { compileMessages } from "./build/compile-messages.ts";
import { earlyChunks } from "./build/early-chunks.ts";
import { firstPaint } from "./build/first-paint.ts";
import { leanRouter } from "./build/lean-router.ts";
import { messageMacros } from "./build/messages.ts";
import { preloadFonts } from "./build/preload-fonts.ts";
import { precompress } from "./build/precompress.ts";
import { shellWorker } from "./build/shell-worker.ts";

const here = import.meta.dirname;
const server = { target: process.env["COMMONLANE_DEV_SERVER"] ?? "http://127.0.0.1:3000", changeOrigin: false };

const DRAWN_ANEW =
  /\/(landing|legal|identity|password)\/|\/(App|SignedInShell|NavigationBar|TabBar|RequestsLink|NoticesLink|Arrival|ConnectionBanner|Avatar|JourneyStrip|Crash|SiteFooter|Logo|Button|Icon|IconButton|ErrorState|LoadingScreen|SkipLink|Link|Field|TextField|PasswordField|SelectField|Notice|Skeleton)\.tsx$/;

/** What the source itself needs to become JavaScript. */
const code = () => [
  react(),
  leanRouter(),
  lingui({ cwd: here }),
  // Presets run last to first: the macro must be gone before the compiler looks at a component.
  babel({
    plugins: [compileMessages],
    presets: [
      // Pages that are drawn once, small forms and the smallest parts gain nothing from remembering how they were drawn,
      // and would weigh a third more.
      reactCompilerPreset({ sources: (file) => !DRAWN_ANEW.test(file) }),
      messageMacros(),
    ],
  }),
];

export default defineConfig({
  root: here,
  plugins: [
    ...code(),
    tailwind(),
    firstPaint("src/app/first-paint.tsx", code),
    preloadFonts(["overpass-latin-wght-normal", "hanken-grotesk-latin-wght-normal"]),
    earlyChunks({
      "/": ["/landing/Landing.tsx"],
      "/login": ["/identity/LoginScreen.tsx"],
      "/register": ["/identity/RegisterScreen.tsx"],
      "/forgot-password": ["/identity/ForgotPasswordScreen.tsx"],
      "/privacy-policy": ["/legal/PrivacyPolicy.tsx"],
      "/terms-of-use": ["/legal/TermsOfUse.tsx"],
      "/home": [
        "/app/SignedInShell.tsx",
        "/rides/HomeScreen.tsx",
        "/session/session-calls.ts",
        "/rides/SearchForm.tsx",
        "/rides/HomeLists.tsx",
      ],
    }),
    shellWorker(join(here, "worker/shell-worker.js")),
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
      output: { codeSplitting: { groups: chunkGroups } },
    },
    license: { fileName: "licenses.md" },
  },
  worker: { format: "es" },
  server: {
    port: 5173,
    proxy: { "/api": server, "/health": server, "/dev": server, "/legal": server, "/live": { ...server, ws: true } },
  },
});
