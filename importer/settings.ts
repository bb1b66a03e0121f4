import type { MappingOptions } from './mapping/index.ts';
import type { Reporter } from './report/reporter.ts';
import type { Customers } from './rows/customers.ts';
import type { OnRepeat } from './rows/repeatedRows.ts';
import type { RowOptions } from './rows/rowImporterFor.ts';
import type { Target } from './sending/target.ts';
import type { Options as SourceOptions } from './source/source.ts';

/** What an import is to do. */
export interface ImportSettings {
  readonly source: SourceOptions;
  readonly mapping: MappingOptions;
  readonly rows: RowOptions;
  /** What to do with rows of one record that have different values; by default what the mapping says. */
  readonly onRepeat: OnRepeat | undefined;
  /** For addresses that name their customers by external ident. */
  readonly customers: Customers | undefined;
  /** The file to which the idents of the records are written. */
  readonly idents: string | undefined;
  /** The folder for the journal and the refused rows; beside the file by default. */
  readonly workDir: string | undefined;
  /** Whether to ignore the journal of an interrupted run. */
  readonly restart: boolean;
  /** Whether a dry run writes a plan, and an import does what the last dry run of the file found, and nothing else. */
  readonly isPlanned: boolean;
  /** Milliseconds without any answer of the service after which the run gives up. */
  readonly maxWaitMs: number;
  /** Undefined for a dry run that only checks the rows. */
  readonly target: Target | undefined;
  readonly reporter: Reporter;
  readonly signal: AbortSignal;
}
