import type { Dialect } from './dialect.ts';
import type { Layout } from './layout.ts';
import type { Format } from './options.ts';
import type { RowFault, SourceRow } from './row.ts';

/** How a file is written: detected, or as the user says. */
export interface Description {
  readonly format: Format;
  readonly encoding: string;
  readonly delimiter?: string;
  readonly compression?: 'gzip' | 'zip';
}

/** A text with records: a file, or one of the files in an archive. */
export interface Part {
  readonly name: string;
  readonly description: Description;
  readonly columns: readonly string[];
  readonly notices: readonly string[];
  rows(): AsyncIterable<readonly SourceRow[]>;
}

/** A text that was recognised and is still to be read. */
export interface PartText {
  /** For messages. */
  readonly name: string;
  readonly text: AsyncGenerator<string>;
  readonly encoding: string;
  readonly dialect: Dialect;
  readonly layout: Layout;
  readonly notices: readonly string[];
  readonly damage: Damage;
}

/** What decoding found, up to the last piece of text. */
export interface Damage {
  /** Whether there may be marks in the text. */
  readonly isSeen: () => boolean;
  /** Why a row with such a text is refused. */
  readonly faultOf: (text: string) => RowFault;
}

/** What a file consists of: itself, or the data files of an archive, of which only the first one is open yet. */
export interface Parts {
  readonly first: Part;
  readonly all: () => AsyncIterable<Part>;
  readonly notices?: readonly string[];
  readonly bytes?: number;
  readonly bytesRead?: () => number;
  readonly close?: () => Promise<void>;
}
