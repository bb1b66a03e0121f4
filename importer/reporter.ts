import type { Mapping } from './mapping/index.ts';
import { Progress, type RunState } from './progress.ts';
import { delimiterName } from './source/options.ts';
import type { Source } from './source/source.ts';
import { type Summary, summaryText } from './summary.ts';

/** Tells people, or programs, of an import: how it goes on standard error, what came of it on standard output. */
export class Reporter {
  readonly #isQuiet: boolean;
  readonly #isJson: boolean;
  #progress: Progress | undefined;

  constructor({ quiet = false, json = false }: { readonly quiet?: boolean; readonly json?: boolean }) {
    this.#isQuiet = quiet;
    this.#isJson = json;
  }

  /** A file is open and will be imported. */
  opened(source: Source, mapping: Mapping, state: () => RunState, isResumed: boolean): void {
    if (this.#isQuiet) return;
    const { tally } = state();
    const lines = [
      `${source.name}: ${descriptionOf(source)}`,
      ...source.notices.map((notice) => `  ${notice}`),
      ...mappingLines(mapping),
      ...(isResumed ? [`  goes on after ${tally.rows.toLocaleString('en')} rows of an earlier run`] : []),
    ];
    process.stderr.write(`${lines.join('\n')}\n`);
    this.#progress = new Progress(state, process.stderr);
  }

  ended(summary: Summary): void {
    this.stop();
    process.stdout.write(`${this.#isJson ? JSON.stringify(summary) : summaryText(summary)}\n`);
  }

  stop(): void {
    this.#progress?.stop();
    this.#progress = undefined;
  }
}

/** Which column is which field, what nothing is done with, and what was decided. */
function mappingLines({ description: { origin, fields, unused, notices } }: Mapping): readonly string[] {
  const width = Math.max(0, ...fields.map(({ field }) => field.length));
  return [
    `  mapped by ${origin}:`,
    ...fields.map(({ field, from }) => `    ${field.padEnd(width)}  ${from}`),
    ...(unused.length > 0 ? [`  not used: ${unused.join(', ')}`] : []),
    ...notices.map((notice) => `  ${notice}`),
  ];
}

function descriptionOf({ description: { format, encoding, delimiter, compression } }: Source): string {
  const parts = [
    format === 'jsonl' ? 'JSON Lines' : format.toUpperCase(),
    encoding,
    ...(delimiter && format === 'csv' ? [`separated by ${delimiterName(delimiter)}`] : []),
    ...(compression ? [compression] : []),
  ];
  return parts.join(', ');
}
