import { z } from "zod";
import type { Phone } from "./demo-phone.ts";

/** How much slower the phone is than this machine. */
export const CPU_SLOWDOWN = 4;
const CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline"];
const US_PER_MS = 1000;
/** Events are recorded when the picture after them is on the screen, which a busy machine draws late. */
const ONE_PIXEL = { x: 0, y: 0, width: 1, height: 1 };

/** A task of a thread; `tdur` is the processor time that it took. Times are in microseconds. */
const Task = z.object({
  name: z.literal("RunTask"),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  dur: z.number(),
  tdur: z.number(),
});
type Task = z.infer<typeof Task>;

/** An event of an interaction; its own times are in milliseconds since the page was opened. */
const InputEvent = z.object({
  name: z.literal("EventTiming"),
  ph: z.literal("b"),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  args: z.object({
    data: z.object({
      type: z.enum(["pointerdown", "pointerup", "click", "keydown", "keypress", "keyup"]),
      timeStamp: z.number(),
      processingEnd: z.number(),
      /** When the next picture left the thread; missing if nothing changed. */
      commitFinishTime: z.optional(z.number()),
    }),
  }),
});
type InputEvent = z.infer<typeof InputEvent>;

/**
 * Measures what a phone would need from a tap or key press to the next picture: the processor time of the page's thread
 * between the two, times four. Other work of this machine does not count, so that figures of a busy hour can be compared
 * with those of a quiet one. Returns the longest of the interactions of `act`, in milliseconds; 0 without one.
 */
export async function measureInteraction(
  { browser, page }: Phone,
  act: () => Promise<unknown>,
): Promise<number> {
  const devtools = await browser.newBrowserCDPSession();
  const tasks: Task[] = [];
  const inputs: InputEvent[] = [];
  devtools.on("Tracing.dataCollected", ({ value }) => {
    for (const entry of value) {
      const task = Task.safeParse(entry);
      if (task.success) tasks.push(task.data);
      const input = InputEvent.safeParse(entry);
      if (input.success) inputs.push(input.data);
    }
  });
  await devtools.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: CATEGORIES, excludedCategories: ["*"] },
  });
  await act();
  await page.screenshot({ clip: ONE_PIXEL });
  const isComplete = new Promise((resolve) => devtools.once("Tracing.tracingComplete", resolve));
  await devtools.send("Tracing.end");
  await isComplete;
  await devtools.detach();
  return Math.max(0, ...inputs.map((input) => processorTimeMs(input, tasks))) * CPU_SLOWDOWN;
}

/** Processor time of the thread from an event to the picture that follows it. */
function processorTimeMs({ pid, tid, ts: began, args }: InputEvent, tasks: Task[]): number {
  const { timeStamp, processingEnd, commitFinishTime = processingEnd } = args.data;
  const ended = began + (commitFinishTime - timeStamp) * US_PER_MS;
  return tasks
    .filter((task) => task.pid === pid && task.tid === tid)
    .reduce((sum, { ts, dur, tdur }) => {
      const overlap = Math.min(ended, ts + dur) - Math.max(began, ts);
      return overlap > 0 && dur > 0 ? sum + (tdur * overlap) / dur / US_PER_MS : sum;
    }, 0);
}
