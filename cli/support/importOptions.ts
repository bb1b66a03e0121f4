import { Argument, type Command } from 'commander';
import type { Meanings } from '../../importer/mapping/rules/meanings.ts';
import { resources } from '../../importer/mapping/rules/resourceFields.ts';
import type { OnExisting } from '../../importer/plan/rowPlan.ts';
import type { OnRepeat } from '../../importer/questions/repeatedRows.ts';
import type { SourceOptions } from '../../importer/source/dialect.ts';
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

export function addImportOptions(command: Command): Command {
  command
    .addArgument(new Argument('<resource>', 'the type of the records in the file').choices(resources))
    .argument('<file...>', 'the files, imported one after the other; - is standard input');
  for (const option of importOptionTable) command.addOption(option);
  return command;
}

/** Returns what an import does with records that exist; some options say it without `--on-existing`. */
export function actionOnExisting({ onExisting, match, updateOnly, empty }: ImportOptions): OnExisting {
  const impliesUpdate = match !== undefined || updateOnly === true || empty !== undefined;
  return onExisting ?? (impliesUpdate ? 'update' : 'skip');
}
