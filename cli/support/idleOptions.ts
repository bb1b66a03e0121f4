import type { Resource } from '../../importer/mapping/rules/resourceFields.ts';
import { OperatorError } from '../../shared/runtime/process/explain.ts';
import type { ImportOptions } from './importOptions.ts';

/** An option that has an effect only for some resources. */
interface Limited {
  readonly option: keyof ImportOptions;
  readonly resources: readonly Resource[];
  readonly why: string;
}

const records = ['customers', 'articles'] as const;
const matching = 'an address that exists is found by its values, and never changed';
const unsourced = 'delivery addresses have no such field, they belong to their customers';
const unidentified = 'delivery addresses have no external_ident';

const limited: readonly Limited[] = [
  { option: 'taxRate', resources: ['articles'], why: 'only articles have tax rates' },
  { option: 'price', resources: ['articles'], why: 'only articles have prices' },
  { option: 'priceIsGross', resources: ['articles'], why: 'only articles have prices' },
  { option: 'currency', resources: ['articles'], why: 'only articles have prices' },
  { option: 'decimal', resources: ['articles'], why: 'only articles have numbers with decimals' },
  { option: 'timeZone', resources: records, why: 'delivery addresses have no dates' },
  { option: 'type', resources: records, why: unsourced },
  { option: 'accountName', resources: records, why: unsourced },
  { option: 'ident', resources: records, why: unidentified },
  { option: 'match', resources: records, why: matching },
  { option: 'updateOnly', resources: records, why: matching },
  { option: 'onExisting', resources: records, why: matching },
  { option: 'empty', resources: records, why: matching },
  { option: 'sameOrigin', resources: records, why: matching },
  { option: 'onRepeat', resources: records, why: 'rows of one delivery address have the same values' },
  { option: 'plan', resources: records, why: 'an import of delivery addresses compares no records' },
  { option: 'customers', resources: ['addresses'], why: 'only delivery addresses look up their customer' },
];

/** An option that has no effect beside another one. */
interface Overruled {
  readonly option: keyof ImportOptions;
  readonly isOverruled: (options: ImportOptions) => boolean;
  readonly message: string;
}

const overruled: readonly Overruled[] = [
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
    isOverruled: ({ onExisting }) => onExisting === 'skip' || onExisting === 'fail',
    message:
      'creates nothing, and --on-existing skip or fail changes nothing: leave out one of them, or set --on-existing update',
  },
  {
    option: 'empty',
    isOverruled: ({ onExisting }) => onExisting === 'skip' || onExisting === 'fail',
    message: 'applies only to records that are updated: leave it out, or set --on-existing update',
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

const suggesting: ReadonlySet<keyof ImportOptions> = new Set([
  ...(['suggest', 'preset', 'mapping', 'decimal', 'column', 'taxRate', 'priceIsGross', 'type'] as const),
  ...(['accountName', 'currency', 'format', 'encoding', 'delimiter', 'headerLine', 'header'] as const),
]);

/**
 * Throws an `OperatorError` that names all given options without an effect on an import of this resource, so that nobody relies
 * on them. `given` are the options of the command line.
 */
export function refuseIdleOptions(
  resource: Resource,
  options: ImportOptions,
  given: readonly (keyof ImportOptions)[],
): void {
  const all = given.flatMap((option) => {
    const faults = faultsOf(resource, options, option);
    return faults.map((fault) => `${flagOf(option, options)} ${fault}`);
  });
  if (all.length > 0) throw new OperatorError(all.join('; '));
}

function faultsOf(
  resource: Resource,
  options: ImportOptions,
  option: keyof ImportOptions,
): readonly string[] {
  if (options.suggest && !suggesting.has(option))
    return ['has no effect with --suggest, which imports nothing: leave it out'];
  const foreign = limited.find((rule) => rule.option === option && !rule.resources.includes(resource));
  if (foreign) return [`does not apply to ${resource}: ${foreign.why}; leave it out`];
  return overruled.flatMap((rule) =>
    rule.option === option && rule.isOverruled(options) ? [rule.message] : [],
  );
}

function flagOf(option: keyof ImportOptions, options: ImportOptions): string {
  const name = option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return options[option] === false ? `--no-${name}` : `--${name}`;
}
