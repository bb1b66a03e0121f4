import type { ColumnNames, MappingFile } from '../mappingFile.ts';

/** A mapping for the export of a program: columns that its file does not have are left out. */
export interface Preset extends MappingFile {
  readonly account_name: string;
  /** Columns without which a file is not that export; of alternatives one. */
  readonly needs: readonly ColumnNames[];
}
