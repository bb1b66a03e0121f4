import { Argument, type Command } from 'commander';
import type { MappingOptions } from '../../importer/mapping/mappingOptions.ts';
import type { Meanings } from '../../importer/mapping/rules/meanings.ts';
import { type Resource, resources } from '../../importer/mapping/rules/resourceFields.ts';
import type { OnExisting, RowOptions } from '../../importer/plan/rowPlan.ts';
import type { OnRepeat } from '../../importer/questions/repeatedRows.ts';
import type { SourceOptions } from '../../importer/source/dialect.ts';
import { OperatorError } from '../../shared/runtime/process/explain.ts';
import type { TaxRates } from './importOptionParsers.ts';
import { importOptionTable } from './importOptionTable.ts';
import type { JsonOption } from './jsonOption.ts';

/** Values of the options in `importOptionTable`. */
export interface ImportOptions extends JsonOption, Omit<SourceOptions, 'noHeader' | 'ignoreLines'> {
  readonly preset?: string;
  readonly mapping?: string;
  readonly decimal?: string;
  readonly column?: Readonly<Record<string, string>>;
  readonly taxRate?: TaxRates;
  readonly value?: Meanings;
  readonly divide?: Readonly<Record<string, number>>;
  readonly pricePer?: string | false;
  readonly only?: Readonly<Record<string, readonly string[]>>;
  readonly skip?: Readonly<Record<string, readonly string[]>>;
  readonly price: boolean;
  readonly currency?: string;
  readonly timeZone?: string;
  readonly onBadValue?: 'refuse' | 'empty';
  readonly priceIsGross?: boolean;
  readonly suggest?: boolean;
  readonly dryRun?: boolean;
  readonly type?: string;
  readonly accountName?: string;
  readonly ident?: readonly string[] | false;
  readonly match?: string;
  readonly updateOnly?: boolean;
  readonly empty?: 'clear' | 'keep';
  readonly onRepeat?: OnRepeat;
  readonly sameOrigin?: boolean;
  /** Percent. */
  readonly maxChange?: number;
  readonly plan?: string;
  readonly offline?: boolean;
  readonly onExisting?: OnExisting;
  readonly header?: boolean;
  readonly workDir?: string;
  readonly idents?: string;
  readonly customers?: string;
  readonly restart?: boolean;
  readonly patience: number;
  readonly deleteMissing?: boolean;
  /** Percent. */
  readonly maxDelete: number;
  readonly source?: string;
  readonly quiet?: boolean;
}

type OptionName = keyof ImportOptions;

export function addImportOptions(command: Command): Command {
  command
    .addArgument(new Argument('<resource>', 'the type of the records in the file').choices(resources))
    .argument('<file...>', 'the files, imported one after the other; - is standard input');
  for (const option of importOptionTable) command.addOption(option);
  return command;
}

/** An option that has no effect beside another one. */
interface Overruled {
  readonly option: OptionName;
  readonly isOverruled: (options: ImportOptions) => boolean;
  readonly message: string;
}

const keepsExisting = ({ onExisting }: ImportOptions) => onExisting === 'skip' || onExisting === 'fail';

const overruled: readonly Overruled[] = [
  {
    option: 'maxDelete',
    isOverruled: ({ deleteMissing }) => !deleteMissing,
    message: 'applies only to --delete-missing: add it, or leave out --max-delete',
  },
  {
    option: 'deleteMissing',
    isOverruled: ({ offline, plan }) => offline === true || plan !== undefined,
    message: 'has no effect with --offline and --plan: leave it out, or import without them',
  },
  {
    option: 'deleteMissing',
    isOverruled: ({ hiddenRows }) => hiddenRows === 'skip',
    message: 'needs all rows of the list, and --hidden-rows skip leaves some out: leave out one of them',
  },
  {
    option: 'deleteMissing',
    isOverruled: ({ match }) => match === 'article_ident' || match === 'customer_ident',
    message: 'has no effect on an export, whose records no import created: leave it out',
  },
  {
    option: 'offline',
    isOverruled: ({ dryRun }) => !dryRun,
    message: 'applies only to a dry run: add --dry-run, or leave out --offline',
  },
  {
    option: 'ident',
    isOverruled: ({ match }) => match !== undefined && match !== 'external_ident',
    message: 'has no effect with --match of another field, which finds the records: leave out one of them',
  },
  {
    option: 'updateOnly',
    isOverruled: keepsExisting,
    message:
      'creates nothing, and --on-existing skip or fail changes nothing: leave out one of them, or set --on-existing update',
  },
  {
    option: 'empty',
    isOverruled: keepsExisting,
    message: 'applies only to records that are updated: leave it out, or set --on-existing update',
  },
  {
    option: 'maxChange',
    isOverruled: (options) => actionOnExisting(options) !== 'update',
    message: 'applies only to records that are updated: leave it out, or set --on-existing update',
  },
  {
    option: 'maxChange',
    isOverruled: (options) => options.offline === true && actionOnExisting(options) === 'update',
    message: 'has no effect with --offline, which compares no records: leave out one of them',
  },
  {
    option: 'price',
    isOverruled: ({ updateOnly }) => updateOnly === true,
    message: 'applies only to new articles, and --update-only creates none: leave out --no-price',
  },
  {
    option: 'plan',
    isOverruled: ({ offline }) => offline === true,
    message: 'has no effect with --offline, which compares no records: leave out one of them',
  },
];

/**
 * Throws an `OperatorError` that names all options of the command line without an effect on an import of this resource, so that
 * nobody relies on them.
 */
export function refuseIdleOptions(resource: Resource, options: ImportOptions, command: Command): void {
  const names = Object.keys(command.opts()) as OptionName[];
  const reasons = names
    .filter((name) => command.getOptionValueSource(name) === 'cli')
    .flatMap((name) => idleReasons(resource, options, name).map((why) => `${flagOf(name, options)} ${why}`));
  if (reasons.length > 0) throw new OperatorError(reasons.join('; '));
}

function idleReasons(resource: Resource, options: ImportOptions, name: OptionName): readonly string[] {
  const { applies, isForSuggest } = importOptionTable.find((known) => known.attributeName() === name) ?? {};
  if (options.suggest && !isForSuggest)
    return ['has no effect with --suggest, which imports nothing: leave it out'];
  if (applies && !applies.resources.includes(resource))
    return [`does not apply to ${resource}: ${applies.why}; leave it out`];
  return overruled.flatMap(({ option, isOverruled, message }) =>
    option === name && isOverruled(options) ? [message] : [],
  );
}

export function flagOf(option: OptionName, options: ImportOptions): string {
  const name = option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return options[option] === false ? `--no-${name}` : `--${name}`;
}

export function sourceOptions(options: ImportOptions): SourceOptions {
  const { format, encoding, delimiter, headerLine, header, sheet, cells, hiddenRows } = options;
  const noHeader = header === false ? true : undefined;
  return defined({ format, encoding, delimiter, headerLine, noHeader, sheet, cells, hiddenRows });
}

export function mappingOptions(options: ImportOptions): MappingOptions {
  const { preset, mapping: file, type, accountName, decimal, priceIsGross, column: columns } = options;
  const { currency, timeZone, onBadValue, taxRate: { rate: taxRate, codes } = {} } = options;
  const { match, updateOnly, empty, ident, divide, pricePer, only, skip, value: values } = options;
  return defined({
    preset,
    file,
    type,
    accountName,
    decimal,
    taxRate,
    priceIsGross,
    columns,
    values,
    divide,
    pricePer,
    only,
    skip,
    taxRates: codes,
    currency,
    timeZone,
    onBadValue,
    match,
    updateOnly,
    hasPrice: options.price ? undefined : false,
    ident: ident === false ? undefined : ident,
    hasIdent: ident === false ? false : undefined,
    clearing: empty === 'clear' ? true : undefined,
    updates: actionOnExisting(options) === 'update' ? true : undefined,
  });
}

export function rowOptions(resource: Resource, options: ImportOptions): RowOptions {
  const { match, updateOnly = false, sameOrigin = false, dryRun: isDryRun = false, maxChange } = options;
  const onExisting = actionOnExisting(options);
  return { resource, match, updateOnly, sameOrigin, isDryRun, maxChange, onExisting };
}

function actionOnExisting({ onExisting, match, updateOnly, empty }: ImportOptions): OnExisting {
  const impliesUpdate = match !== undefined || updateOnly === true || empty !== undefined;
  return onExisting ?? (impliesUpdate ? 'update' : 'skip');
}

function defined<T extends object>(values: T): { [Name in keyof T]: NonNullable<T[Name]> } {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof T]: NonNullable<T[Name]> };
}
