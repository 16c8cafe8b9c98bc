import { Component, type ComponentType, type ReactNode } from "react";
import { ChunkLoadError } from "#shared/load-part.ts";
import { log } from "#shared/log.ts";

export interface CrashProps {
  /** A part of the app could not be fetched. */
  missingPart: boolean;
  /** Shows once more what broke. */
  again: () => void;
}

interface ErrorBoundaryProps {
  /** What is shown instead. */
  instead: ComponentType<CrashProps>;
  /** Where the reader is, or how the server is reached: what broke is shown once more when that changes. */
  at?: string;
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

  override componentDidUpdate({ at }: ErrorBoundaryProps) {
    if (this.state.error !== undefined && at !== this.props.at) this.again();
  }

  again = (): void => {
    const error: unknown = this.state.error;
    if (error instanceof ChunkLoadError) error.again();
    this.setState({ error: undefined });
  };

  override render() {
    const error: unknown = this.state.error;
    if (error === undefined) return this.props.children;
    const { instead: Instead } = this.props;
    return <Instead missingPart={error instanceof ChunkLoadError} again={this.again} />;
  }
}
