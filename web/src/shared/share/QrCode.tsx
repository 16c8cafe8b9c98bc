import { createQrCode } from "./qr-code.ts";

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
