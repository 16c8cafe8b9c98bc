import { Problem } from "#platform/http/problem.ts";

/** Terms that the way back has for itself. The others are those of both ways, whose fields stand for both. */
const OWN_FIELDS = /^(?:departsAt|time|contribution)(?=\.|$)/;

/**
 * Names the return's own fields in errors about it, such as `returnWay.departsAt`. `departure` is the field of its
 * departure, for an error that the database finds.
 */
export async function asReturnWay<T>(
  creation: Promise<T>,
  departure: "departsAt" | "time",
): Promise<T> {
  try {
    return await creation;
  } catch (error) {
    throw error instanceof Problem ? nameReturnFields(error, departure) : error;
  }
}

function nameReturnFields(problem: Problem, departure: string): Problem {
  const { code, details, text } = problem;
  const fields = details.fields ?? (code === "already_travelling" ? { [departure]: text } : {});
  const renamed = Object.entries(fields).map(
    ([name, reason]) => [toReturnField(name), reason] as const,
  );
  if (renamed.length === 0) return problem;
  return new Problem(code, {
    ...details,
    fields: Object.fromEntries(renamed),
    cause: problem,
  });
}

const toReturnField = (name: string): string =>
  OWN_FIELDS.test(name) ? `returnWay.${name}` : name;
