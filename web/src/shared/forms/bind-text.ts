/**
 * The value of a text field, and what happens to a changed one.
 *
 * @example
 *   <TextField label={t`Name`} {...bindText(draft.name, (name) => change({ name }))} />
 *   <TextField label={t`E-mail`} {...bindText(email, setEmail)} />
 */
export const bindText = (value: string, onChange: (value: string) => void) => ({
  value,
  onChange: ({ target }: { readonly target: { readonly value: string } }) => onChange(target.value),
});
