import { cut } from '../report/format.ts';
import { clock, type Sample } from '../report/sampler.ts';
import { headLines, textLines } from './headLines.ts';
import { keysLine } from './keys.ts';
import { type Line, line } from './line.ts';
import { shownTables } from './shownTables.ts';
import type { Focus, View } from './view.ts';

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** All lines of a screen, and what the keys act on. */
export interface Frame {
  readonly lines: readonly Line[];
  readonly focus: Focus;
}

/** Computes a screen. `problem` is a sentence on a Redis that does not answer, or empty. */
export function frameOf(sample: Sample | undefined, problem: string, view: View, size: Size): Frame {
  // Terminals differ in what they erase in the last column.
  const width = Math.max(1, size.columns - 1);
  const bodyRows = Math.max(0, size.rows - 1);
  const { lines, focus } = body(sample, problem, view, width, bodyRows);
  const blank = Array.from({ length: Math.max(0, bodyRows - lines.length) }, () => line(''));
  const all = [...lines.slice(0, bodyRows), ...blank, line(footer(sample, width), 'title')];
  return { lines: all.map(({ text, style }) => line(cut(text, width), style)), focus };
}

function body(sample: Sample | undefined, problem: string, view: View, width: number, rows: number): Frame {
  const paused = view.isPaused && sample ? `Paused at ${clock(sample.at)}: p continues.` : '';
  const states = [...textLines(problem, width, 'bad'), ...textLines(paused, width, 'focus')];
  if (!sample) return { lines: states, focus: { tables: [], table: view.table, columns: [] } };
  const head = headLines(sample, width, rows - states.length);
  const tables = shownTables(sample.report, view, width, rows - states.length - head.length);
  const lines = [...head, ...tables.lines];
  return { lines: [...states, ...(problem ? lines.map(dimmed) : lines)], focus: tables.focus };
}

/** Keeps what was read before Redis went away from looking like the present. */
function dimmed({ text, style }: Line): Line {
  return line(text, style === 'focus' ? style : 'old');
}

/** Keys, and the time at which the shown status was read. */
function footer(sample: Sample | undefined, width: number): string {
  const time = sample ? `  ${clock(sample.at)}` : '';
  return `${keysLine.padEnd(width - time.length)}${time}`;
}
