import { createObservable } from "#shared/observable.ts";

const MUTED_KEY = "commonlane.muted";
/** Two short tones, the second one higher: frequency in hertz, start and end in seconds. */
const TONES = [
  { frequencyHz: 660, startS: 0, endS: 0.15 },
  { frequencyHz: 880, startS: 0.2, endS: 0.4 },
];
const VOLUME = 0.2;
const VIBRATION_MS = [200, 100, 200];

const muted = createObservable<boolean | undefined>(undefined);
let audio: AudioContext | undefined;

/** Whether requests arrive without a sound on this device. */
export function isMuted(): boolean {
  const known = muted.get();
  if (known !== undefined) return known;
  try {
    return localStorage.getItem(MUTED_KEY) !== null;
  } catch {
    return false;
  }
}
export const subscribeMuted = muted.subscribe;

export function setMuted(isMuted: boolean): void {
  try {
    if (isMuted) localStorage.setItem(MUTED_KEY, "yes");
    else localStorage.removeItem(MUTED_KEY);
  } catch {
    // Without storage it holds until the next reload.
  }
  muted.set(isMuted);
}

/** Lets the sound play later. Browsers allow that only during a tap or key press. */
export function unlockSound(): void {
  if (!("AudioContext" in globalThis)) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume().catch(() => undefined);
}

/** Draws the driver's attention to a request: a short tone unless muted, and a vibration where the device has one. */
export function signalRequest(): void {
  // Without a tap on this page, browsers refuse both and complain.
  if (navigator.userActivation?.hasBeenActive && "vibrate" in navigator)
    navigator.vibrate(VIBRATION_MS);
  if (isMuted() || audio?.state !== "running") return;
  for (const { frequencyHz, startS, endS } of TONES) {
    const tone = new OscillatorNode(audio, { frequency: frequencyHz });
    const volume = new GainNode(audio, { gain: VOLUME });
    tone.connect(volume).connect(audio.destination);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + endS);
    tone.start(audio.currentTime + startS);
    tone.stop(audio.currentTime + endS);
  }
}
