import {
  Component,
  type ComponentType,
  type ReactNode,
  Suspense,
  useSyncExternalStore,
} from "react";
import { connectionStatus, onConnectionChange } from "#shared/connection/connection-status.ts";
import { ChunkLoadError } from "#shared/load-chunk.ts";
import { log } from "#shared/log.ts";

export interface CrashProps {
  /** A chunk of the app could not be loaded. */
  missingChunk: boolean;
  /** Renders the children again. */
  retry: () => void;
}

interface ErrorBoundaryProps {
  /** Shown instead of the children. */
  fallback: ComponentType<CrashProps>;
  /** Path or connection status: a change resets the error. */
  resetKey?: string;
  children: ReactNode;
}

/** Shows a fallback with a retry button if a part of the app crashes. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error("unknown") };
  }

  override componentDidCatch(error: unknown) {
    log.error("screen crashed", { error });
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

const Nothing = () => null;

/**
 * A part of the app behind the screens. Shows nothing, or `fallback`, if its code cannot be loaded, and tries again when
 * the connection to the server changes.
 */
export function BackgroundPart({
  fallback = Nothing,
  children,
}: Partial<Pick<ErrorBoundaryProps, "fallback">> & { readonly children: ReactNode }) {
  const serverStatus = useSyncExternalStore(onConnectionChange, connectionStatus);
  return (
    <ErrorBoundary fallback={fallback} resetKey={serverStatus}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  );
}
