import { OperatorError } from '../../shared/runtime/process/explain.ts';

/** A file or a mapping that can't be used at all. A fault of a single row is a value instead. */
export class ImportError extends OperatorError {
  /** Each fault by itself; the message has them all in one line. */
  readonly faults: readonly string[];

  constructor(message: string, faults: readonly string[] = [message]) {
    super(message);
    this.faults = faults;
  }
}

export function errorOfFaults(file: string, faults: readonly string[]): ImportError {
  const [only] = faults;
  const list = faults.length === 1 ? only : `${faults.length} errors: ${faults.join('; ')}`;
  return new ImportError(`${file}: ${list}`, faults);
}

/** Runs a step that does not know which file it works on: `place` comes before the message of its ImportError. */
export function inPlace<Result>(place: string, step: () => Result): Result {
  try {
    return step();
  } catch (error) {
    throw error instanceof ImportError ? new ImportError(place + error.message, error.faults) : error;
  }
}

/** Joins names in quotes: `"a", "b"`. */
export function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

/** Joins words: `a, b or c`. */
export function list(words: readonly string[], conjunction: 'and' | 'or'): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}
