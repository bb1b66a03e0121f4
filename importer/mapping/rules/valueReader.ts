import { createHash } from 'node:crypto';
import type { Columns } from '../../rows/columns.ts';
import type { Alternative } from '../../rows/relatedRows.ts';
import { withoutDateMark } from '../../source/dateCell.ts';
import { isRefusalColumn } from '../../source/refusalColumns.ts';
import { withoutAddedZero } from '../../source/storedDecimals.ts';
import { cellText } from '../values/cells.ts';
import { withoutEntities } from '../values/htmlEntities.ts';
import type { FieldRule, Part, ValueRule } from './mappingFile.ts';

/** Reads the text of a field from the values of a row; '' when there is none. */
export type ValueReader = (values: readonly string[]) => string;

export function ruleOf(rule: FieldRule): ValueRule {
  return typeof rule === 'string' || isList(rule) ? { column: rule } : rule;
}

function isList(rule: FieldRule): rule is readonly string[] {
  return Array.isArray(rule);
}

/** Omits the columns of the fallback. */
export function columnsOf({ column, join, hash }: ValueRule): readonly string[] {
  return [column ?? []].flat().concat(join ?? [], hash ?? []);
}

/** Includes the columns of all fallbacks. Returns none without a rule. */
export function allColumnsOf(given: FieldRule = []): readonly string[] {
  const rule = ruleOf(given);
  return rule.fallback === undefined ? columnsOf(rule) : [...columnsOf(rule), ...allColumnsOf(rule.fallback)];
}

/** Includes the columns of all fallbacks, but none that is only hashed. */
export function shownColumnsOf(given: FieldRule): readonly string[] {
  const { hash: _, fallback, ...rule } = ruleOf(given);
  return fallback === undefined ? columnsOf(rule) : [...columnsOf(rule), ...shownColumnsOf(fallback)];
}

/** Gives the text of a cell for its field. */
type CellReader = (cell: string | undefined) => string;

/** Reads a cell for a field that is not a number. */
export function textOfCell(cell: string | undefined): string {
  return cell === undefined ? '' : cellText(withoutAddedZero(cell));
}

export function valueReader(
  given: FieldRule,
  columns: Columns,
  toText: CellReader = cellText,
): ValueReader | undefined {
  const rule = ruleOf(given);
  const own = ownReader(rule, columns, toText);
  const other = rule.fallback === undefined ? undefined : valueReader(rule.fallback, columns, toText);
  if (!own || !other) return own ?? other;
  return (values) => own(values) || other(values);
}

function ownReader(rule: ValueRule, columns: Columns, toText: CellReader): ValueReader | undefined {
  const { constant } = rule;
  if (constant !== undefined) return () => String(constant);
  const needed = columns.findAll([rule.needs ?? []].flat());
  if (rule.needs !== undefined && needed.length === 0) return undefined;
  const indexes = columns.findAll(columnsOf(rule));
  if (indexes.length === 0) return undefined;
  const others = columns.findAll([rule.unless ?? []].flat());
  const read = withoutOthers(others, withNeeded(needed, valueOf(rule, columns, indexes, toText)));
  const steps = rule.hash ? [] : textSteps(rule);
  return steps.length === 0
    ? read
    : (values) => steps.reduce((text, step) => text && step(text), read(values));
}

function valueOf(
  rule: ValueRule,
  columns: Columns,
  indexes: readonly number[],
  toText: CellReader,
): ValueReader {
  if (rule.hash) return identOf(columns.names, indexes);
  return rule.join ? joined(indexes, rule, toText) : firstFilled(indexes, toText);
}

/** Gives no value if all needed cells are empty. */
function withNeeded(needed: readonly number[], read: ValueReader): ValueReader {
  if (needed.length === 0) return read;
  return (values) => (needed.some((index) => cellText(values[index]) !== '') ? read(values) : '');
}

/** Gives no value if a cell of another source is filled. */
function withoutOthers(others: readonly number[], read: ValueReader): ValueReader {
  if (others.length === 0) return read;
  return (values) => (others.some((index) => cellText(values[index]) !== '') ? '' : read(values));
}

/** Returns what could give the value of a rule, one column, join or constant after the other. A hash is none of a column's. */
export function alternativesOf(given: FieldRule, columns: Columns): readonly Alternative[] {
  const { fallback, ...rule } = ruleOf(given);
  const own =
    rule.column === undefined ? [rule] : [rule.column].flat().map((column) => ({ ...rule, column }));
  const alternatives = own.flatMap((source) => {
    const read = source.hash ? undefined : ownReader(source, columns, textOfCell);
    if (!read) return [];
    const hasValue = (values: readonly string[]) => read(values) !== '';
    return [{ indexes: columns.findAll(columnsOf(source)), hasValue }];
  });
  return fallback === undefined ? alternatives : [...alternatives, ...alternativesOf(fallback, columns)];
}

function firstFilled(indexes: readonly number[], toText: CellReader): ValueReader {
  const [only = 0] = indexes;
  if (indexes.length === 1) return (values) => toText(values[only]);
  return (values) => {
    for (const index of indexes) {
      const text = toText(values[index]);
      if (text) return text;
    }
    return '';
  };
}

function joined(
  indexes: readonly number[],
  { with: between = ' ' }: ValueRule,
  toText: CellReader,
): ValueReader {
  const parts = indexes.map((index, position) => ({
    index,
    position,
    before: textBefore(position, between),
  }));
  return (values) => {
    let joint = '';
    for (const { index, before, position } of parts) {
      const text = toText(values[index]);
      if (text !== '') joint += joint === '' && position > 0 ? text : before + text;
    }
    return joint;
  };
}

/** Returns the text before a joined value. Before the first one, only a list has a text. */
function textBefore(position: number, between: NonNullable<ValueRule['with']>): string {
  const before = typeof between === 'string' ? between : (between[position] ?? ' ');
  if (position > 0) return before;
  return typeof between === 'string' ? '' : before.trimStart();
}

function textSteps({
  line_breaks,
  plain_text,
  split,
  part,
  values,
  otherwise,
}: ValueRule): ((text: string) => string)[] {
  const steps: ((text: string) => string)[] = [];
  if (line_breaks) steps.push((text) => text.replace(/\\r?\\n|\\n/g, '\n'));
  if (plain_text) steps.push(plainText);
  if (split !== undefined) steps.push((text) => partOf(text.split(split), split, part ?? 'first'));
  if (values) steps.push(translation(values, otherwise));
  return steps;
}

/** A text with one part has no first part, only a rest: a name of one word is a last name. */
function partOf(parts: readonly string[], split: string, part: Part): string {
  if (typeof part === 'number') return parts[part - 1]?.trim() ?? '';
  const [from, to] = ranges[part](parts.length);
  return parts.slice(from, to).join(split).trim();
}

const ranges: Readonly<Record<Exclude<Part, number>, (count: number) => readonly [number, number]>> = {
  first: (count) => [0, count === 1 ? 0 : 1],
  rest: (count) => [count === 1 ? 0 : 1, count],
  last: (count) => [count - 1, count],
  before_last: (count) => [0, count - 1],
};

function translation(values: NonNullable<ValueRule['values']>, otherwise?: string): (text: string) => string {
  const meanings = new Map(
    Object.entries(values).map(([text, meaning]) => [text.toLowerCase(), String(meaning)]),
  );
  return (text) => meanings.get(text.toLowerCase()) ?? otherwise ?? text;
}

export function describeRule(given: FieldRule, columns: Columns): string {
  const rule = ruleOf(given);
  const own = ownDescription(rule, columns);
  const other = rule.fallback === undefined ? '' : describeRule(rule.fallback, columns);
  return [own, other].filter((text) => text !== '').join(', else ');
}

function ownDescription(rule: ValueRule, columns: Columns): string {
  if (rule.constant !== undefined) return `always "${rule.constant}"`;
  const found = columns.findAll(columnsOf(rule)).map((index) => `"${columns.names[index]}"`);
  if (found.length === 0) return '';
  const between = rule.join || rule.hash ? ' + ' : ' or ';
  const part = rule.split === undefined ? '' : ` (${rule.part ?? 'first'} part)`;
  return `${rule.hash ? 'hash of ' : ''}${found.join(between)}${part}`;
}

/** Hashes the values of these columns; the order of the columns does not matter. */
function identOf(
  names: readonly string[],
  indexes: readonly number[],
): (values: readonly string[]) => string {
  const ordered = indexes
    .map((index) => ({ index, name: names[index] ?? '' }))
    .filter(({ name }) => !isRefusalColumn(name))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return (values) => {
    let text = '';
    // Empty values do not count, so that adding an empty column to a file does not change the idents of its rows.
    for (const { index, name } of ordered)
      if (values[index]) text += `${name}\u001f${withoutDateMark(withoutAddedZero(values[index]))}\u001e`;
    return text === '' ? '' : shortIdent(text);
  };
}

/** Returns 160 bits of a hash, as 40 characters. */
export function shortIdent(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 40);
}

/** Converts HTML to plain text: shops describe articles in HTML, and an invoice would print the tags. */
function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html;
  const text = html
    .replace(/<(?:style|script)\b[\s\S]*?<\/(?:style|script)>/gi, '')
    .replace(/\s*<(?:br|\/p|\/div|\/li|\/h\d|\/tr)\b[^>]*>\s*/gi, '\n')
    .replace(/<li\b[^>]*>/gi, '- ')
    .replace(/<\/?[a-z!][^>]*>/gi, '');
  return withoutEntities(text)
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .trim();
}
