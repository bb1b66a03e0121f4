import type { Dialect, Format } from './dialect.ts';
import type { RowFault, SourceRow } from './sourceRow.ts';
import type { Layout } from './tableHeader.ts';

export interface Description {
  readonly format: Format;
  /** Undefined for a sheet. */
  readonly encoding?: string;
  readonly sheet?: string;
  readonly delimiter?: string;
  readonly compression?: 'gzip' | 'zip';
  /** Line of the header; undefined without one. */
  readonly headerLine?: number;
}

/** Each pass over the rows keeps data of each column: with this limit, an import stays below 160 MB. */
export const maxColumns = 1_000;

/** A text with records: a file, or one of the files in an archive. */
export interface SourceTable {
  readonly name: string;
  readonly description: Description;
  readonly columns: readonly string[];
  readonly notices: readonly string[];
  readonly above?: readonly string[];
  rows(): AsyncIterable<readonly SourceRow[]>;
}

export interface TableText {
  readonly name: string;
  readonly text: AsyncGenerator<string>;
  readonly encoding: string;
  readonly dialect: Dialect;
  readonly layout: Layout;
  readonly notices: readonly string[];
  readonly above: readonly string[];
  readonly damage: TextDamage;
}

/** Damage that decoding found, up to the last piece of text. */
export interface TextDamage {
  readonly isSeen: () => boolean;
  readonly faultOf: (text: string) => RowFault;
}

/** A file itself, or the data files of an archive, of which only the first one is open yet. */
export interface SourceTables {
  readonly first: SourceTable;
  readonly all: () => Iterable<SourceTable> | AsyncIterable<SourceTable>;
  readonly notices?: readonly string[];
  readonly bytes?: number;
  readonly bytesRead?: () => number;
  readonly close?: () => Promise<void>;
}
