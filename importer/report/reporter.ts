import type { Mapping } from '../mapping/index.ts';
import { delimiterName } from '../source/options.ts';
import type { Source } from '../source/source.ts';
import { count, Progress, type RunState } from './progress.ts';
import { type Summary, summaryText } from './summary.ts';

/** Reports an import: progress on standard error, the summary on standard output, for people or as JSON. */
export class Reporter {
  readonly #isQuiet: boolean;
  readonly #isJson: boolean;
  #progress: Progress | undefined;

  constructor({ quiet = false, json = false }: { readonly quiet?: boolean; readonly json?: boolean }) {
    this.#isQuiet = quiet;
    this.#isJson = json;
  }

  /** A file is open, and its import begins. */
  opened(source: Source, mapping: Mapping, state: () => RunState, isResumed: boolean): void {
    if (this.#isQuiet) return;
    const { tally } = state();
    const lines = [
      `${source.name}: ${descriptionOf(source)}`,
      ...source.notices.map((notice) => `  ${notice}`),
      ...mappingLines(mapping),
      ...(isResumed ? [`  continues after ${count(tally.rows)} rows of an earlier run`] : []),
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

/** Which column becomes which field, which columns are not used, and notices. */
function mappingLines({ description: { origin, fields, unused, notices } }: Mapping): readonly string[] {
  const width = Math.max(0, ...fields.map(({ field }) => field.length));
  return [
    `  mapped by ${origin}:`,
    ...fields.map(({ field, from }) => `    ${field.padEnd(width)}  ${from}`),
    ...(unused.length > 0 ? [`  unused columns: ${unused.join(', ')}`] : []),
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
