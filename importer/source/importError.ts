import { randomBytes } from 'node:crypto';
import { OperatorError } from '../../shared/runtime/process/explain.ts';

/** A file or a mapping that can't be used at all. A fault of a single row is a value instead. */
export class ImportError extends OperatorError {
  /** Each fault by itself; the message has them all in one line. */
  readonly faults: readonly Explanation[];

  /** The message may have the marks of `answer` and `known`. */
  constructor(message: string, faults: readonly Explanation[] = [explanationOf(message)]) {
    super(withoutAnswerMarks(message));
    this.faults = faults;
  }
}

/** A question, fault or notice, with what a page needs of it beside the text. */
export interface Explanation {
  readonly text: string;
  readonly answers: readonly Answer[];
  /** Code and values by which a page finds its own text in another language. */
  readonly known?: readonly [code: string, ...values: string[]];
}

interface Answer {
  /** Options of the command, such as `--divide article_price=100`. */
  readonly options: string;
  /** Meaning of the answer in this file: the number of its rows, or the names in a header. */
  readonly detail?: string;
}

/**
 * Marks stay with what they mark when texts are joined, and are removed before texts are shown. They have a number that no file
 * knows: texts also have names and values of files, which could be marks otherwise.
 */
const drawn = randomBytes(8).toString('hex');
const mark = (name: string) => `\uE000${name} ${drawn}\uE000`;
const answerStart = mark('answer');
const detailStart = mark('detail');
const answerEnd = mark('end of answer');
const knownStart = mark('known');
const knownEnd = mark('end of known');
const separator = mark('next');

const marks = new RegExp(
  `${knownStart}.*?${knownEnd}|${detailStart}.*?(?=${answerEnd})|${answerStart}|${answerEnd}`,
  'gs',
);
const markedAnswer = new RegExp(`${answerStart}(.*?)(?:${detailStart}(.*?))?${answerEnd}`, 'gs');
const markedKnown = new RegExp(`${knownStart}(.*?)${knownEnd}`, 's');

/** Marks options that answer the question of an ImportError, or follow a notice, so that a page can offer them as a button. */
export function answer(options: string, detail?: string | number): string {
  return (
    answerStart + withoutAnswerMarks(options) + (detail === undefined ? '' : detailStart + detail) + answerEnd
  );
}

/** Marks a text that pages have in other languages: by a code, with the values that it names. */
export function known(code: string, values: readonly (string | number)[], text: string): string {
  return knownStart + [code, ...values].join(separator) + knownEnd + text;
}

export function explanationOf(marked: string): Explanation {
  const answers = [...marked.matchAll(markedAnswer)].map(([, options = '', detail]) =>
    detail === undefined ? { options } : { options, detail },
  );
  const [, found] = markedKnown.exec(marked) ?? [];
  const [code = '', ...values] = found?.split(separator) ?? [];
  return { text: withoutAnswerMarks(marked), answers, ...(code !== '' && { known: [code, ...values] }) };
}

export function withoutAnswerMarks(text: string): string {
  return text.replace(marks, '');
}

export function errorOfFaults(file: string, faults: readonly string[]): ImportError {
  const [only] = faults;
  const list = faults.length === 1 ? only : `${faults.length} errors: ${faults.join('; ')}`;
  return new ImportError(`${file}: ${list}`, faults.map(explanationOf));
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
