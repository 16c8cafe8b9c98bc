import "react";

declare module "react" {
  interface CSSProperties {
    /** Custom properties are passed as they are. */
    [variable: `--${string}`]: string | number | undefined;
  }
}
