import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command, CommanderError } from 'commander';
import {
  addImportOptions,
  type ImportOptions,
  mappingOptions,
  refuseIdleOptions,
  rowOptions,
  sourceOptions,
} from '../../../cli/support/importOptions.ts';
import { prepare } from '../../../importer/importFile.ts';
import { importRows } from '../../../importer/importRows.ts';
import type { Handled, Outcome } from '../../../importer/journal/rowOutcome.ts';
import type { RunRecord } from '../../../importer/journal/runRecord.ts';
import { asNewRecord } from '../../../importer/mapping/completeRecord.ts';
import type { Input } from '../../../importer/mapping/mapping.ts';
import type { Resource } from '../../../importer/mapping/rules/resourceFields.ts';
import { ignoredLines } from '../../../importer/questions/chooseRules.ts';
import { repeatJudge } from '../../../importer/questions/repeatedRows.ts';
import { chooseRowImporter } from '../../../importer/send/chooseRowImporter.ts';
import { OperatorError } from '../../../shared/runtime/process/explain.ts';

/** Result of an import without a service. */
export type DryRun =
  /** The import stops before the first row. */
  | { readonly kind: 'stopped'; readonly message: string }
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
    return { kind: error instanceof OperatorError ? 'stopped' : 'crashed', message };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function run(words: readonly string[]): Promise<DryRun> {
  const { resource, file, options, signal } = parsed(words);
  const source = { ...sourceOptions(options), ...ignoredLines(resource, mappingOptions(options)) };
  const mapping = mappingOptions(options);
  const settings = { resource, source, mapping, customers: undefined, target: undefined, signal };
  const prepared = await prepare(file, { ...settings, onReading: () => {} });
  const opened = await prepared.source.open();
  const newMapping = prepared.newMapping();
  const { onRepeat = newMapping.takesFirst ? 'first' : 'refuse' } = options;
  const { importer, inputs } = recorded(resource, options, newMapping);
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
    judgeRepeat: repeatJudge(prepared.repeats, onRepeat),
  }).finally(() => opened.close());
  await prepared.source.remove();
  const stored = handled.flatMap(({ outcome }) =>
    outcome.kind === 'created' ? [inputs.get(outcome) as Input] : [],
  );
  const refused = handled.flatMap(({ outcome }) => (outcome.kind === 'refused' ? [outcome.reason] : []));
  return { kind: 'ran', stored, refused };
}

function parsed(words: readonly string[]) {
  const command = addImportOptions(new Command('import'))
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  command.action(() => {}).parse(words, { from: 'user' });
  const [resource, [file]] = command.processedArgs as [Resource, [string]];
  const options = command.opts<ImportOptions>();
  refuseIdleOptions(resource, options, command);
  return { resource, file, options, signal: new AbortController().signal };
}

/** Returns the importer of a dry run, which remembers the input of each outcome. */
function recorded(
  resource: Resource,
  options: ImportOptions,
  mapping: Parameters<typeof chooseRowImporter>[1]['mapping'],
) {
  const inputs = new Map<Outcome, Input>();
  const nothing = { plans: undefined, planFile: undefined, planWriter: undefined, mostAreNew: true };
  const checks = chooseRowImporter(
    rowOptions(resource, options),
    { ...nothing, mapping, customers: undefined } as unknown as Parameters<typeof chooseRowImporter>[1],
    undefined,
  );
  const importer = {
    run: async (...[rows, batch]: Parameters<typeof checks.run>) => {
      const outcomes = await checks.run(rows, batch);
      for (const [index, outcome] of outcomes.entries())
        inputs.set(outcome, { ...asNewRecord(resource, rows[index] as Input) });
      return outcomes;
    },
  };
  return { importer, inputs };
}
