import type { CustomersFile } from './journal/identsFile.ts';
import type { RunHistory } from './journal/runs.ts';
import type { MappingOptions } from './mapping/mappingOptions.ts';
import type { RowOptions } from './plan/rowPlan.ts';
import type { OnRepeat } from './questions/repeatedRows.ts';
import type { Reporter } from './report/reporter.ts';
import type { Target } from './service/target.ts';
import type { SourceOptions } from './source/dialect.ts';

/** Settings of an import that the options of a user give. */
export type ImportChoices = Pick<
  ImportSettings,
  'source' | 'mapping' | 'rows' | 'onRepeat' | 'restart' | 'sourceName' | 'deleteMissing' | 'maxWaitMs'
>;

export interface ImportSettings {
  readonly source: SourceOptions;
  readonly mapping: MappingOptions;
  readonly rows: RowOptions;
  /** Treatment of rows of one record that have different values; by default, the mapping decides. */
  readonly onRepeat: OnRepeat | undefined;
  readonly customers: CustomersFile | undefined;
  readonly idents?: string | undefined;
  /** Folder for the journal and the refused rows; beside the file by default. */
  readonly workDir?: string | undefined;
  readonly restart: boolean;
  readonly history: RunHistory;
  /** Name of the list that the file is a version of; its path by default. */
  readonly sourceName?: string | undefined;
  /** Given if records that the file no longer has are to be deleted; `maxDelete` is in percent. */
  readonly deleteMissing?: { readonly maxDelete: number } | undefined;
  /** File to which a dry run writes what it found. An import does exactly that, and nothing else. */
  readonly plan?: string | undefined;
  /** Milliseconds without any answer of the service after which the run gives up. */
  readonly maxWaitMs: number;
  /** Undefined for a dry run that only checks the rows. */
  readonly target: Target | undefined;
  /** Shows the run: in a terminal, as JSON, or elsewhere. */
  readonly reporter: Pick<Reporter, 'opened' | 'ended'>;
  readonly signal: AbortSignal;
}
