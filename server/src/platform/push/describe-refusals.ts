/** Devices for which a push service gave the same answer. */
export interface RefusingService {
  /** Its host. */
  readonly service: string;
  /** Status and reason. */
  readonly refusal: string;
  readonly devices: number;
}

/** Push services of the browsers. Anyone can register a device at another host, whose name is not made public. */
const KNOWN_SERVICES =
  /^(?:fcm\.googleapis\.com|(?:[\w-]+\.)?push\.apple\.com|updates\.push\.services\.mozilla\.com|[\w.-]+\.notify\.windows\.com)$/;
const MAX_NAMED = 3;

/** What the push services of the browsers refused, for operators, and what helps; undefined if they refused nothing. */
export function describeRefusals(services: readonly RefusingService[]): string | undefined {
  const known = services.filter(({ service }) => KNOWN_SERVICES.test(service));
  if (known.length === 0) return undefined;

  const refusals = known.slice(0, MAX_NAMED).map(({ service, refusal, devices }) => {
    const count = devices === 1 ? "1 device" : `${devices} devices`;
    return `${service} answered "${refusal}" for ${count}`;
  });
  const isSenderRefused = known.some(({ refusal }) => /^40[13]/.test(refusal));
  const remedy = isSenderRefused
    ? "401 and 403 mean that it does not accept the sender: check the support address, PUBLIC_URL and the clock of the server."
    : "Look for its reason in the log.";
  return `Push services refused notifications in the last 24 hours, which were e-mailed instead: ${refusals.join("; ")}. ${remedy}`;
}
