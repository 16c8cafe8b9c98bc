import { lingui } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import tailwind from "@tailwindcss/vite";
import react, { reactCompilerPreset } from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compileMessages } from "./build/compile-messages.ts";
import { earlyChunks } from "./build/early-chunks.ts";
import { leanRouter } from "./build/lean-router.ts";
import { messageMacros } from "./build/messages.ts";
import { preloadFonts } from "./build/preload-fonts.ts";
import { precompress } from "./build/precompress.ts";

const here = import.meta.dirname;
const server = { target: process.env["COMMONLANE_DEV_SERVER"] ?? "http://127.0.0.1:3000", changeOrigin: false };

/** What every page begins with, as one file: many small ones weigh more and take more round trips. */
const BASE = new RegExp(
  "web.src.(app.(App|Arrival|Crash|ErrorBoundary|lazy-screen)|shared.(log|api-error|operator)|" +
    "shared.session.(session|renewal|token-source|SessionProvider)|shared.forms.(use-draft|search-draft)|" +
    "shared.ui.(Button|button-look|cx|ErrorState|Icon|IconButton|icon-paths|LoadingScreen|Logo|SiteFooter|SkipLink|Toasts|use-title))\\.tsx?$",
);

/** What every form is made of, as one file for the same reason. */
const FORMS =
  /web.src.(shared.ui.(Field|TextField|PasswordField|Notice)|shared.error-text|shared.forms.use-attempt)\.tsx?$/;

export default defineConfig({
  root: here,
  plugins: [
    react(),
    leanRouter(),
    lingui({ cwd: here }),
    // Presets run last to first: the macro must be gone before the compiler looks at a component.
    babel({
      plugins: [compileMessages],
      presets: [
        // Pages that are drawn once gain nothing from remembering their parts, and would weigh a third more.
        reactCompilerPreset({ sources: (file) => !/\/(landing|legal)\/|\/(App|SiteFooter|Logo)\.tsx$/.test(file) }),
        messageMacros(),
      ],
    }),
    tailwind(),
    preloadFonts(["overpass-latin-wght-normal", "hanken-grotesk-latin-wght-normal"]),
    earlyChunks({
      "/": { screens: ["/landing/Landing.tsx"], budgetKb: 105 },
      "/login": { screens: ["/identity/LoginScreen.tsx"], budgetKb: 110 },
      "/register": { screens: ["/identity/RegisterScreen.tsx"], budgetKb: 110 },
    }),
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
      // The libraries change rarely: a new version of ours does not fetch them again.
      output: {
        codeSplitting: {
          groups: [
            { name: "vendor", test: /node_modules.(react|react-dom|react-router|scheduler|@lingui).|preload-helper/ },
            { name: "base", test: BASE },
            { name: "forms", test: FORMS },
          ],
        },
      },
    },
    license: { fileName: "licenses.md" },
  },
  worker: { format: "es" },
  server: {
    port: 5173,
    proxy: { "/api": server, "/health": server, "/dev": server, "/live": { ...server, ws: true } },
  },
});
