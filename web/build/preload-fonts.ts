import type { HtmlTagDescriptor, Plugin } from "vite";

/** Adds a preload link for each named font with its hashed file name; fails the build if a font is missing. */
export function preloadFonts(names: readonly string[]): Plugin {
  return {
    name: "preload-fonts",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const files = Object.keys(bundle ?? {});
        return names.map((name): HtmlTagDescriptor => {
          const file = files.find(
            (candidate) => candidate.includes(`${name}-`) && candidate.endsWith(".woff2"),
          );
          if (file === undefined) throw new Error(`The font ${name} is not in the build.`);
          const attrs = {
            rel: "preload",
            as: "font",
            type: "font/woff2",
            href: `/${file}`,
            crossorigin: "",
          };
          return {
            tag: "link",
            attrs,
            injectTo: "head",
          };
        });
      },
    },
  };
}
