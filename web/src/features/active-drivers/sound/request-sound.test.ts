import { afterEach, beforeEach, expect, test, vi } from "vitest";

let started: number[] = [];
class FakeAudioContext {
  state = "running";
  currentTime = 0;
  destination = {};
}
class FakeNode {
  gain = { exponentialRampToValueAtTime: () => undefined };
  connect = (next: unknown) => next;
  start = (at: number) => void started.push(at);
  stop = () => undefined;
}
const vibrate = vi.fn<(pattern: number[]) => boolean>(() => true);

beforeEach(() => {
  started = [];
  vibrate.mockClear();
  vi.resetModules();
  vi.stubGlobal("AudioContext", FakeAudioContext);
  vi.stubGlobal("OscillatorNode", FakeNode);
  vi.stubGlobal("GainNode", FakeNode);
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true }, vibrate });
});
afterEach(() => void vi.unstubAllGlobals());

const load = () => import("./request-sound.ts");

test("plays two tones after a tap, and vibrates", async () => {
  const { signalRequest, unlockSound } = await load();
  unlockSound();
  signalRequest();
  expect(started).toHaveLength(2);
  expect(vibrate).toHaveBeenCalledOnce();
});

test("is silent before a tap, and when muted", async () => {
  const { isMuted, setMuted, signalRequest, unlockSound } = await load();
  signalRequest();
  expect(started).toEqual([]);
  unlockSound();
  setMuted(true);
  expect(isMuted()).toBe(true);
  signalRequest();
  expect(started).toEqual([]);
  setMuted(false);
  signalRequest();
  expect(started).toHaveLength(2);
});

test("does not vibrate on a page that was never touched", async () => {
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: false }, vibrate });
  (await load()).signalRequest();
  expect(vibrate).not.toHaveBeenCalled();
});
