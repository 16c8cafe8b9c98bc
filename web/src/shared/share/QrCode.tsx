import { encode } from "uqr";

/** The margin that scanners need, in modules. */
const QUIET_ZONE = 4;
/** Bytes that the largest code holds at this error correction. */
const MAX_BYTES = 2331;

export interface QrCode {
  /** Width and height in modules, with the margin. */
  readonly size: number;
  /** The dark modules as SVG path data. */
  readonly path: string;
}

/** Returns undefined if the text is too long for a code. */
export function createQrCode(text: string): QrCode | undefined {
  if (new TextEncoder().encode(text).length > MAX_BYTES) return undefined;
  const { size, data } = encode(text, {
    ecc: "M",
    border: QUIET_ZONE,
  });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return { size, path };
}

/** A QR code, black on white in both themes, because not every scanner reads inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = createQrCode(text);
  if (!code) return null;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${code.size} ${code.size}`}
      shapeRendering="crispEdges"
      className="mx-auto w-full max-w-52 rounded-sm"
    >
      <path fill="#fff" d={`M0 0h${code.size}v${code.size}H0z`} />
      <path fill="#000" d={code.path} />
    </svg>
  );
}
