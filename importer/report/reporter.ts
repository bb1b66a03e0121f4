import { print, printLine } from '../../shared/runtime/process/commandOutput.ts';
import type { Mapping } from '../mapping/mapping.ts';
import type { Sample } from '../plan/firstRows.ts';
import type { Repeats } from '../questions/repeatedRows.ts';
import { rowsText } from '../rows/columns.ts';
import { delimiterName } from '../source/dialect.ts';
import type { Source } from '../source/source.ts';
import { localTime, Progress, progressLine, type RunState } from './progress.ts';
import { type Summary, summaryText } from './summary.ts';
import type { UpdateSamples } from './updateSamples.ts';

/** Reports an import: progress on standard error, the summary on standard output, for people or as JSON. */
export class Reporter {
  readonly #isQuiet: boolean;
  readonly #isJson: boolean;
  #progress: Progress | undefined;

  constructor({ quiet = false, json = false }: { readonly quiet?: boolean; readonly json?: boolean }) {
    this.#isQuiet = quiet;
    this.#isJson = json;
  }

  reading({ name, bytes, bytesRead }: Source): void {
    this.stop();
    if (this.#isQuiet || !process.stderr.isTTY || !bytes) return;
    const line = () => `${name}: reading, ${Math.floor((bytesRead() / bytes) * 100)} %`;
    this.#progress = new Progress(line, process.stderr);
  }

  opened({ source, mapping, state, repeats, samples, planAt, isResumed }: Opening): void {
    this.stop();
    if (this.#isQuiet) return;
    const lines = [
      `${source.name}: ${descriptionOf(source)}`,
      ...source.notices.map((notice) => `  ${notice}`),
      ...mappingLines(mapping),
      ...repeatLines(repeats),
      ...(planAt === undefined ? [] : [`  follows the dry run of ${localTime(planAt)}`]),
      ...(isResumed ? [`  continues after ${rowsText(state().tally.rows)} of an earlier run`] : []),
      ...sampleLines(samples),
    ];
    printLine(lines.join('\n'));
    this.#progress = new Progress(progressLine(state, process.stderr.isTTY), process.stderr);
  }

  /** `samples` are updates of a dry run. */
  ended(summary: Summary, samples: UpdateSamples): void {
    this.stop();
    const changes = samples.lines();
    if (!this.#isQuiet && changes.length > 0) printLine(changes.join('\n'));
    print(summary, this.#isJson, summaryText(summary));
  }

  stop(): void {
    this.#progress?.stop();
    this.#progress = undefined;
  }
}

export interface Opening {
  readonly source: Source;
  readonly mapping: Mapping;
  readonly state: () => RunState;
  readonly repeats: Repeats;
  readonly samples: readonly Sample[];
  readonly planAt: string | undefined;
  readonly isResumed: boolean;
}

function repeatLines({ rows, examples }: Repeats): readonly string[] {
  if (rows === 0) return [];
  const ambiguous = examples.length > 0 ? `, some with other values, such as ${examples.join(', ')}` : '';
  return [
    `  ${rowsText(rows)} ${rows === 1 ? 'repeats' : 'repeat'} the record of an earlier row${ambiguous}`,
  ];
}

function sampleLines(samples: readonly Sample[]): readonly string[] {
  if (samples.length === 0) return [];
  return [
    '  the first records, as they would be stored:',
    ...samples.map(({ line, fields }) => `    line ${line}: ${JSON.stringify(fields)}`),
  ];
}

function mappingLines({ description }: Mapping): readonly string[] {
  const { origin, fields, unused, notices, similarNames } = description;
  const width = Math.max(0, ...fields.map(({ field }) => field.length));
  return [
    ...similarNames.map(
      ({ column, field }) =>
        `  column "${column}" is not used: for ${field}, set --column ${field}="${column}"`,
    ),
    `  mapped by ${origin}:`,
    ...fields.map(({ field, from }) => `    ${field.padEnd(width)}  ${from}`),
    ...(unused.length > 0 ? [`  unused columns: ${unused.join(', ')}`] : []),
    ...notices.map((notice) => `  ${notice}`),
  ];
}

function descriptionOf({ description }: Source): string {
  const { format, encoding, sheet, delimiter, compression } = description;
  const facts = [
    format === 'jsonl' ? 'JSON Lines' : format.toUpperCase(),
    ...(encoding === undefined ? [] : [encoding]),
    ...(sheet === undefined ? [] : [`sheet "${sheet}"`]),
    ...(delimiter && format === 'csv' ? [`separated by ${delimiterName(delimiter)}`] : []),
    ...(compression ? [compression] : []),
  ];
  return facts.join(', ');
}
