import type { Plugin } from "vite";

const ROUTER = /node_modules.react-router.dist.production.lib.*\.js$/;

/**
 * Lets the bundler leave out the parts of the router that nothing uses, such as forms and what servers draw (3 kB): it makes
 * them by calls and names them by assignments, which look as if they did something.
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
