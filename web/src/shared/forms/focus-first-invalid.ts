/** Moves the focus to the first invalid field, also if it is in a closed part of the form. Returns false without one. */
export function focusFirstInvalid(form: ParentNode | null | undefined): boolean {
  const field = form?.querySelector<HTMLElement>("[aria-invalid=true], [data-wrong]");
  if (!field) return false;
  field.closest("details")?.setAttribute("open", "");
  field.focus();
  return true;
}
