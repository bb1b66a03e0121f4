import { Command } from 'commander';
import type { ImportChoices } from '../../importer/importSettings.ts';
import type { Resource } from '../../importer/mapping/rules/resourceFields.ts';
import { ignoredLines } from '../../importer/questions/chooseRules.ts';
import {
  addImportOptions,
  type ImportOptions,
  mappingOptions,
  refuseIdleOptions,
  rowOptions,
  sourceOptions,
} from './importOptions.ts';

/** Returns what options say of an import. Throws ImportError for a mapping file that can't be read. */
export function importChoices(resource: Resource, options: ImportOptions): ImportChoices {
  const mapping = mappingOptions(options);
  return {
    mapping,
    source: { ...sourceOptions(options), ...ignoredLines(resource, mapping) },
    rows: rowOptions(resource, options),
    onRepeat: options.onRepeat,
    restart: options.restart ?? false,
    sourceName: options.source,
    deleteMissing: options.deleteMissing ? { maxDelete: options.maxDelete } : undefined,
    maxWaitMs: options.patience * 1e3,
  };
}

export interface ImportRequest {
  readonly resource: Resource;
  readonly file: string;
  readonly options: ImportOptions;
}

/**
 * Parses what would follow `counterfoil import`. Throws a CommanderError for what the command does not know, and an
 * OperatorError for options without an effect.
 */
export function parseImport(words: readonly string[]): ImportRequest {
  const command = addImportOptions(new Command('import'))
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  command.action(() => {}).parse(words, { from: 'user' });
  const [resource, [file]] = command.processedArgs as [Resource, [string]];
  const options = command.opts<ImportOptions>();
  refuseIdleOptions(resource, options, command);
  return { resource, file, options };
}
