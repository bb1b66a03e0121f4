import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CommanderError } from 'commander';
import { importChoices, parseImport } from '../../../cli/support/importChoices.ts';
import { importRows } from '../../../importer/importRows.ts';
import type { Handled, Outcome } from '../../../importer/journal/rowOutcome.ts';
import type { RunRecord } from '../../../importer/journal/runRecord.ts';
import { asNewRecord } from '../../../importer/mapping/completeRecord.ts';
import type { Input } from '../../../importer/mapping/mapping.ts';
import type { RowOptions } from '../../../importer/plan/rowPlan.ts';
import { prepareFile } from '../../../importer/prepareFile.ts';
import { repeatJudge } from '../../../importer/questions/repeatedRows.ts';
import { chooseRowImporter } from '../../../importer/send/chooseRowImporter.ts';
import { type Explanation, ImportError } from '../../../importer/source/importError.ts';
import { OperatorError } from '../../../shared/runtime/process/explain.ts';

/** Result of an import without a service. */
export type DryRun =
  /** The import stops before the first row. */
  | { readonly kind: 'stopped'; readonly message: string; readonly faults: readonly Explanation[] }
  /** The command has no such option. */
  | { readonly kind: 'unknownOption'; readonly message: string }
  | { readonly kind: 'crashed'; readonly message: string }
  | { readonly kind: 'ran'; readonly stored: readonly Input[]; readonly refused: readonly string[] };

/** Runs `counterfoil import` with these words on a file with this name and content. */
export async function dryRun(words: readonly string[], name: string, content: Uint8Array): Promise<DryRun> {
  const folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-corpus-'));
  try {
    const file = path.join(folder, name);
    await writeFile(file, content);
    return await run([...words, '--dry-run', '--offline', file]);
  } catch (error) {
    const message = (error instanceof Error ? error.message : String(error)).replaceAll(`${folder}/`, '');
    if (error instanceof CommanderError) return { kind: 'unknownOption', message };
    if (!(error instanceof OperatorError)) return { kind: 'crashed', message };
    return { kind: 'stopped', message, faults: error instanceof ImportError ? error.faults : [] };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function run(words: readonly string[]): Promise<DryRun> {
  const { resource, file, options } = parseImport(words);
  const choices = importChoices(resource, options);
  const { signal } = new AbortController();
  const settings = { ...choices, resource, customers: undefined, target: undefined, signal };
  const prepared = await prepareFile(file, { ...settings, onReading: () => {} });
  const opened = await prepared.source.open();
  const newMapping = prepared.newMapping();
  const { onRepeat = newMapping.takesFirst ? 'first' : 'refuse' } = choices;
  const { importer, inputs } = recorded(choices.rows, newMapping);
  const handled: Handled[] = [];
  const record = {
    isDone: () => false,
    done: async (_: number, rows: readonly Handled[]) => void handled.push(...rows),
  };
  await importRows(opened.rows(), {
    mapping: newMapping,
    record: record as unknown as RunRecord,
    maxInFlight: () => 1,
    runId: 'corpus',
    signal,
    importer,
    repeats: repeatJudge(prepared.repeats, onRepeat),
  }).finally(() => opened.close());
  await prepared.source.remove();
  const stored = handled.flatMap(({ outcome }) =>
    outcome.kind === 'created' ? [inputs.get(outcome) as Input] : [],
  );
  const refused = handled.flatMap(({ outcome }) => (outcome.kind === 'refused' ? [outcome.reason] : []));
  return { kind: 'ran', stored, refused };
}

/** Returns the importer of a dry run, which remembers the input of each outcome. */
function recorded(rows: RowOptions, mapping: Parameters<typeof chooseRowImporter>[1]['mapping']) {
  const inputs = new Map<Outcome, Input>();
  const nothing = { plans: undefined, planFile: undefined, planWriter: undefined, mostAreNew: true };
  const checks = chooseRowImporter(
    rows,
    { ...nothing, mapping, customers: undefined } as unknown as Parameters<typeof chooseRowImporter>[1],
    undefined,
  );
  const importer = {
    run: async (...[inputsOfRows, batch]: Parameters<typeof checks.run>) => {
      const outcomes = await checks.run(inputsOfRows, batch);
      for (const [index, outcome] of outcomes.entries())
        inputs.set(outcome, { ...asNewRecord(rows.resource, inputsOfRows[index] as Input) });
      return outcomes;
    },
  };
  return { importer, inputs };
}
