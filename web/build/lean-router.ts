import type { Plugin } from "vite";

const ROUTER = /node_modules.react-router.dist.production.lib.*\.js$/;

/**
 * Lets the bundler drop unused parts of the router, such as forms and server rendering (3 kB): they are created by
 * calls and named by assignments, which look like side effects.
 */
export function leanRouter(): Plugin {
  return {
    name: "lean-router",
    apply: "build",
    transform: {
      filter: { id: ROUTER },
      handler: (code) => ({
        code: code
          .replaceAll(/\b(?=React\$1\.(?:forwardRef|memo|createContext)\()/g, "/* @__PURE__ */ ")
          .replaceAll(/^\w+\.displayName = "\w+";$/gm, ""),
        map: null,
      }),
    },
  };
}
