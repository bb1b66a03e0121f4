import { ImportError } from '../importError.ts';
import { checkMapping } from './check.ts';
import { Columns } from './columns.ts';
import { notationExamples, notationOf } from './decimals.ts';
import type { Resource } from './fields.ts';
import { guessFields } from './guess.ts';
import type { MappingFile } from './mappingFile.ts';
import { presetFor } from './presets/index.ts';
import { readMappingFile } from './readMappingFile.ts';
import { valueReader } from './valueReader.ts';

/** How the user wants a file mapped. A file or a preset; without both, the columns' names tell. */
export interface MappingOptions {
  readonly preset?: string;
  /** Path of a mapping file. */
  readonly file?: string;
  /** `customer_type` or `article_type` of the records, `csv` when nothing else is said. */
  readonly type?: string;
  /** `external_account_name` of the records; of a preset, its program. */
  readonly accountName?: string;
  /** How numbers are written, such as `1.234,56`. */
  readonly decimal?: string;
  /** In percent, for articles that have none. */
  readonly taxRate?: number;
  readonly priceIsGross?: boolean;
}

/** A mapping, and where it comes from. */
export interface Chosen {
  readonly origin: string;
  readonly file: MappingFile;
}

/** The mapping that the options ask for, checked and with what is guessed. */
export function chosen(resource: Resource, columns: readonly string[], options: MappingOptions): Chosen {
  const { origin, file } = given(resource, columns, options);
  return { origin, file: overridden(file.guess ? withGuesses(resource, columns, file) : file, options) };
}

/** What a preset knows of columns that the file does not have keeps nothing from being guessed. */
function withGuesses(resource: Resource, names: readonly string[], file: MappingFile): MappingFile {
  const columns = new Columns(names);
  const known = Object.fromEntries(
    Object.entries(file.fields).filter(([, rule]) => valueReader(rule, columns)),
  );
  return { ...file, fields: { ...guessFields(resource, names, known), ...known } };
}

function given(resource: Resource, columns: readonly string[], { preset, file }: MappingOptions): Chosen {
  if (preset !== undefined && file !== undefined)
    throw new ImportError('give a preset or a mapping file, not both');
  if (preset !== undefined) return { origin: `preset ${preset}`, file: presetFor(resource, preset, columns) };
  if (file === undefined) return { origin: 'the names of the columns', file: { guess: true, fields: {} } };
  return { origin: file, file: checkMapping(file, readMappingFile(file), resource, columns) };
}

function overridden(file: MappingFile, options: MappingOptions): MappingFile {
  const { type, accountName, decimal, taxRate, priceIsGross } = options;
  if (decimal !== undefined && !notationOf(decimal))
    throw new ImportError(
      `the decimals must be written like one of ${notationExamples.join('  ')}, not ${decimal}`,
    );
  return {
    ...file,
    ...(type !== undefined && { type }),
    ...(accountName !== undefined && { account_name: accountName }),
    ...(decimal !== undefined && { decimal }),
    ...(taxRate !== undefined && { tax_rate: taxRate }),
    ...(priceIsGross !== undefined && { price_is_gross: priceIsGross }),
  };
}
