/** A fingerprint that people read to each other. */
export function Fingerprint({ children }: { children: string }) {
  return (
    <bdi translate="no" className="font-mono wrap-anywhere">
      {children}
    </bdi>
  );
}
