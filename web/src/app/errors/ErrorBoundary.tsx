import { Component, type ComponentType, type ReactNode } from "react";
import { ChunkLoadError } from "#shared/load-chunk.ts";
import { log } from "#shared/log.ts";

export interface CrashProps {
  /** A part of the app could not be fetched. */
  missingChunk: boolean;
  /** Shows once more what broke. */
  retry: () => void;
}

interface ErrorBoundaryProps {
  /** What is shown instead. */
  fallback: ComponentType<CrashProps>;
  /** Where the reader is, or how the server is reached: what broke is shown once more when that changes. */
  resetKey?: string;
  children: ReactNode;
}

/** Shows a way on where a part of the app broke, instead of nothing. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error("unknown") };
  }

  override componentDidCatch(error: unknown) {
    log.error("screen broke", { error });
  }

  override componentDidUpdate({ resetKey }: ErrorBoundaryProps) {
    if (this.state.error !== undefined && resetKey !== this.props.resetKey) this.retry();
  }

  retry = (): void => {
    const error: unknown = this.state.error;
    if (error instanceof ChunkLoadError) error.retry();
    this.setState({ error: undefined });
  };

  override render() {
    const error: unknown = this.state.error;
    if (error === undefined) return this.props.children;
    const { fallback: Fallback } = this.props;
    return <Fallback missingChunk={error instanceof ChunkLoadError} retry={this.retry} />;
  }
}
