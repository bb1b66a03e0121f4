import { explain } from '../../shared/runtime/process/explain.ts';
import { ImportError } from '../source/importError.ts';
import { type ChosenOption, optionsIn } from './chosenOptions.ts';

/** Why an import does not go on: questions for the user, or an error. */
export interface Problem {
  readonly faults: readonly ShownFault[];
  /** True if only another file helps. */
  readonly isUnreadable?: boolean;
}

export interface ShownFault {
  /** Text of the command. */
  readonly text: string;
  readonly answers: readonly Answer[];
}

interface Answer {
  readonly text: string;
  readonly options: readonly ChosenOption[];
}

/** Texts don't name the folder of the file: people know the file by its name. */
export function problemOf(error: unknown, folder: string): Problem {
  const shown = (text: string) => text.replaceAll(`${folder}/`, '').replace(/^error: /, '');
  if (!(error instanceof ImportError)) return { faults: [{ text: shown(explain(error)), answers: [] }] };
  return { faults: error.faults.map((text, index) => shownFault(shown(text), error.answers[index])) };
}

export function shownFault(text: string, answers: readonly string[] = []): ShownFault {
  return { text, answers: answers.map((answer) => ({ text: answer, options: optionsIn(answer) })) };
}
