import { OperatorError } from '../../shared/runtime/process/explain.ts';

/** A file or a mapping that can't be used at all. A fault of a single row is a value instead. */
export class ImportError extends OperatorError {
  /** Each fault by itself; the message has them all in one line. */
  readonly faults: readonly string[];
  /** For each fault, the options that answer its question, such as `--divide article_price=100`. */
  readonly answers: readonly (readonly string[])[];

  /** Texts may have options that `answer` marked. */
  constructor(
    message: string,
    faults: readonly string[] = [message],
    answers: readonly (readonly string[])[] = faults.map(answersIn),
  ) {
    super(unmarked(message));
    this.faults = faults.map(unmarked);
    this.answers = answers;
  }
}

/** Private characters of Unicode. They stay with their options when texts are joined, and are removed before texts are shown. */
const [begin, end] = ['\uE000', '\uE001'];
const marks = /[\uE000\uE001]/g;

/** Marks options that answer the question of an ImportError, or follow a notice, so that a page can offer them as a button. */
export function answer(options: string): string {
  return begin + unmarked(options) + end;
}

export function answersIn(marked: string): readonly string[] {
  return [...marked.matchAll(/\uE000([^\uE001]*)\uE001/g)].map(([, options = '']) => options);
}

export function unmarked(text: string): string {
  return text.replace(marks, '');
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
    throw error instanceof ImportError
      ? new ImportError(place + error.message, error.faults, error.answers)
      : error;
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
