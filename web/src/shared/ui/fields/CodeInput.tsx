import { useLingui } from "@lingui/react/macro";
import { type ComponentProps, useId, useRef, useState } from "react";
import { type CodeEdit, eraseAt, pasteCode, typeDigit } from "./code-digits.ts";
import { cx } from "../cx.ts";
import { pressedKey } from "../keyboard.ts";

interface CodeInputProps {
  label: string;
  /** One entry per box; create with `emptyCode(6)`, read with `completeCode`. */
  digits: readonly string[];
  onChange: (digits: readonly string[]) => void;
  error?: string | undefined;
  /** Disables typing. */
  busy?: boolean | undefined;
  autoFocus?: boolean | undefined;
}

/** The boxes of a one-time code: one digit each, by keyboard, paste or the phone's autofill. */
export function CodeInput({ label, digits, onChange, error, busy, autoFocus }: CodeInputProps) {
  const { t } = useLingui();
  const errorId = useId();
  const row = useRef<HTMLDivElement>(null);
  const focusBox = (index: number) => {
    const boxes = row.current?.querySelectorAll("input");
    const box = boxes?.[Math.max(0, Math.min(index, digits.length - 1))];
    box?.focus();
    box?.select();
  };
  const apply = (edit: CodeEdit) => {
    onChange(edit.digits);
    focusBox(edit.focus);
  };
  return (
    <fieldset aria-describedby={error ? errorId : undefined} className="min-w-0">
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <div ref={row} className="grid max-w-sm grid-cols-6 gap-2" dir="ltr">
        {digits.map((digit, index) => (
          <CodeBox
            key={index}
            aria-label={t`Digit ${index + 1} of ${digits.length}`}
            aria-invalid={error ? true : undefined}
            autoComplete={index === 0 ? "one-time-code" : "off"}
            autoFocus={autoFocus && index === 0}
            // Not `disabled`, which would lose the caret.
            readOnly={busy}
            value={digit}
            onType={(text) => apply(typeDigit(digits, index, text))}
            onPasted={(text) => apply(pasteCode(digits, text, index))}
            onErase={() => apply(eraseAt(digits, index))}
            onMove={(by) => focusBox(index + by)}
          />
        ))}
      </div>
      {error && (
        <p id={errorId} role="alert" className="mt-2 text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface CodeBoxProps extends ComponentProps<"input"> {
  onType: (text: string) => void;
  onPasted: (text: string) => void;
  onErase: () => void;
  onMove: (by: number) => void;
}

const moves: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: -Infinity,
  End: Infinity,
};

/** Keypads of phones may compose plain digits, which are complete at once. */
const PLAIN = /^\d+$/;

function CodeBox({ value, onType, onPasted, onErase, onMove, ...input }: CodeBoxProps) {
  // To move on would end the composition of an input method, whose text would then be typed again in the next box.
  const [composed, setComposed] = useState<string>();
  return (
    <input
      {...input}
      value={composed ?? value}
      type="text"
      inputMode="numeric"
      // Not onChange, which does not fire if a digit is replaced by the same digit; the caret must move then too.
      onInput={({ currentTarget, nativeEvent }) => {
        if (nativeEvent.isComposing && !PLAIN.test(currentTarget.value))
          setComposed(currentTarget.value);
        else onType(currentTarget.value);
      }}
      onCompositionEnd={({ currentTarget }) => {
        if (composed === undefined) return;
        setComposed(undefined);
        onType(currentTarget.value);
      }}
      onPaste={(event) => {
        event.preventDefault();
        if (!input.readOnly) onPasted(event.clipboardData.getData("text"));
      }}
      onKeyDown={(event) => {
        const move = moves[pressedKey(event)];
        if (pressedKey(event) === "Backspace" && !input.readOnly) onErase();
        else if (move !== undefined) onMove(move);
        else return;
        event.preventDefault();
      }}
      onFocus={(event) => event.target.select()}
      className={cx(
        "num h-14 w-full min-w-0 rounded-md border border-edge bg-surface text-center text-2xl",
        "aria-invalid:border-bad aria-invalid:bg-bad-soft read-only:opacity-60",
      )}
    />
  );
}
