import type { Command } from 'commander';
import type { Resource } from '../../importer/mapping/rules/resourceFields.ts';
import { OperatorError } from '../../shared/runtime/process/explain.ts';
import { actionOnExisting, type ImportOptions } from './importOptions.ts';
import { importOptionTable } from './importOptionTable.ts';

type OptionName = keyof ImportOptions;

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
