import { explain } from '../../shared/runtime/process/explain.ts';
import { type Explanation, ImportError } from '../source/importError.ts';
import { type ChosenOption, optionsIn } from './chosenOptions.ts';

/** Reason why an import does not go on: questions for the user, or an error. */
export interface Problem {
  readonly faults: readonly ShownFault[];
  /** True if only another file helps. */
  readonly isUnreadable?: boolean;
}

/** An explanation whose answers are read as options. */
export interface ShownFault extends Omit<Explanation, 'answers'> {
  readonly answers: readonly {
    readonly text: string;
    readonly options: readonly ChosenOption[];
    readonly detail?: string | undefined;
  }[];
}

/** Texts don't name the folder of the file: people know the file by its name. */
export function problemOf(error: unknown, folder: string): Problem {
  const shown = (text: string) => text.replaceAll(`${folder}/`, '').replace(/^error: /, '');
  if (!(error instanceof ImportError)) return { faults: [{ text: shown(explain(error)), answers: [] }] };
  return { faults: error.faults.map((fault) => shownFault({ ...fault, text: shown(fault.text) })) };
}

export function shownFault({ answers, ...explanation }: Explanation): ShownFault {
  return {
    ...explanation,
    answers: answers.map(({ options, detail }) => ({ text: options, options: optionsIn(options), detail })),
  };
}
