import { Component, type ReactNode } from "react";
import { log } from "#shared/log.ts";
import { Crash } from "./Crash.tsx";
import { ChunkLoadError } from "#shared/ui/lazy-screen.tsx";

/** Shows a way on where a part of the app broke, instead of nothing. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error("unknown") };
  }

  override componentDidCatch(error: unknown) {
    log.error("screen broke", { error });
  }

  override render() {
    const { error } = this.state;
    return error ? <Crash missingPart={(error as unknown) instanceof ChunkLoadError} /> : this.props.children;
  }
}
