import { ImportError } from '../source/importError.ts';
import { guessFields } from './guess/guessFields.ts';
import { presetMapping } from './presets/index.ts';
import { checkMapping } from './rules/checkMapping.ts';
import { Columns } from './rules/columns.ts';
import type { Resource } from './rules/fields.ts';
import type { MappingFile } from './rules/mappingFile.ts';
import { readMappingFile } from './rules/readMappingFile.ts';
import { valueReader } from './rules/valueReader.ts';
import { notationExamples, notationOf } from './values/decimals.ts';

/** How the user wants a file mapped: by a mapping file, a preset, or else the names of its columns. */
export interface MappingOptions {
  readonly preset?: string;
  /** Path of a mapping file. */
  readonly file?: string;
  /** `customer_type` or `article_type` of the records; `csv` by default. */
  readonly type?: string;
  /** `external_account_name` of the records; by default the name of the preset. */
  readonly accountName?: string;
  /** How numbers are written, such as `1.234,56`. */
  readonly decimal?: string;
  /** In percent, for articles without one. */
  readonly taxRate?: number;
  readonly priceIsGross?: boolean;
}

/** A mapping, and for people where it comes from. */
export interface Chosen {
  readonly origin: string;
  readonly file: MappingFile;
}

/** The mapping that the options ask for, checked, and with guessed fields where it allows them. */
export function chosen(
  resource: Resource,
  columns: readonly string[],
  options: MappingOptions,
  name: string,
): Chosen {
  const { origin, file } = given(resource, columns, options, name);
  return { origin, file: overridden(file.guess ? withGuesses(resource, columns, file) : file, options) };
}

/** Guesses each field for which the mapping names no column that the file has. */
function withGuesses(resource: Resource, names: readonly string[], file: MappingFile): MappingFile {
  const columns = new Columns(names);
  const known = Object.fromEntries(
    Object.entries(file.fields).filter(([, rule]) => valueReader(rule, columns)),
  );
  return { ...file, fields: { ...guessFields(resource, names, known), ...known } };
}

function given(
  resource: Resource,
  columns: readonly string[],
  { preset, file }: MappingOptions,
  name: string,
): Chosen {
  if (preset !== undefined && file !== undefined)
    throw new ImportError("--preset and --mapping can't be combined: use one of them");
  if (preset !== undefined)
    return { origin: `preset ${preset}`, file: presetMapping(resource, preset, columns, name) };
  if (file === undefined) return { origin: 'column names', file: { guess: true, fields: {} } };
  return { origin: file, file: checkMapping(file, readMappingFile(file), resource, columns) };
}

function overridden(file: MappingFile, options: MappingOptions): MappingFile {
  const { type, accountName, decimal, taxRate, priceIsGross } = options;
  if (decimal !== undefined && !notationOf(decimal))
    throw new ImportError(
      `unknown number format --decimal "${decimal}"; supported: ${notationExamples.join('  ')}`,
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
