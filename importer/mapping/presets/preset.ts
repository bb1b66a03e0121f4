import type { ColumnNames, MappingFile } from '../rules/mappingFile.ts';

/** A mapping for the exports of a program. Columns that a file lacks are left out. */
export interface Preset extends Omit<MappingFile, 'account_name'> {
  /** Columns without which a file comes from another program; of alternatives, one is enough. */
  readonly requires: readonly ColumnNames[];
  /** Columns that, together with `requires`, make it certain that a file is an export of this program. */
  readonly signature?: readonly ColumnNames[];
  readonly label?: string;
  /** Text on the tax rates that an export lacks for some articles: only the user knows them. */
  readonly rates?: string;
}
