import type { ColumnNames, MappingFile } from '../rules/mappingFile.ts';

/** A mapping for the exports of a program. Columns that a file does not have are left out. */
export interface Preset extends Omit<MappingFile, 'account_name'> {
  /** A file without these columns is another one's; of alternatives, it must have one. */
  readonly requires: readonly ColumnNames[];
  /** With these columns too, a file is certainly an export of this program. */
  readonly signature?: readonly ColumnNames[];
  /** The program, for messages. */
  readonly label?: string;
  /** What an export says of tax rates, if it lacks those of some articles: nobody but the user knows them. */
  readonly rates?: string;
}
