import { type ListTable, type SearchedColumn, searchedLength } from './listTable.ts';

/** What a list asks for. */
export interface Wanted {
  readonly filter?: Readonly<Record<string, string>>;
  readonly search?: string;
}

/** A condition on rows, as SQL with its bindings. */
export interface Condition {
  readonly sql: string;
  readonly bindings: readonly (string | number)[];
}

/** A condition that one index finds. */
interface IndexedCondition extends Condition {
  readonly index: string;
  /** What else a match has to meet, which the index can't find: as many records as an account has may fail it. */
  readonly rest?: Condition;
}

/** One of the conditions that all records of a list meet. */
export interface Criterion {
  /** One of these is met: each has its own index. */
  readonly branches: readonly IndexedCondition[];
  /** Whether the index has its matches in the order of idents, however many they are. */
  readonly isOrdered: boolean;
}

/** Whether the indexes of a criterion find more than what meets it. */
export function hasRest({ branches }: Criterion): boolean {
  return branches.some(({ rest }) => rest !== undefined);
}

/** What the records of a list have to meet, all of it; those that are ordered first. */
export function criteriaOf(table: ListTable, { filter = {}, search }: Wanted): readonly Criterion[] {
  const equal = Object.entries(table.equal).flatMap(([column, index]) => {
    const value = filter[column];
    return value === undefined ? [] : [{ isOrdered: true, branches: [equalTo(table, column, value, index)] }];
  });
  return [...equal, ...externalIn(table, filter), ...updatedIn(table, filter), ...searchFor(table, search)];
}

/** An ident is compared as it was sent, so that a blank behind it counts, which `=` ignores. */
function equalTo({ table }: ListTable, column: string, value: string, index: string): IndexedCondition {
  const sql = `${table}.${column} = ?`;
  if (!column.endsWith('_ident')) return { index, sql, bindings: [value] };
  return { index, sql: `${sql} and ${table}.${column} like ?`, bindings: [value, escaped(value)] };
}

function externalIn({ table, external }: ListTable, filter: Record<string, string>): readonly Criterion[] {
  const { external_ident: ident } = filter;
  if (!external || ident === undefined) return [];
  const columns = ['external_ident', ...external.source];
  const gap = columns.findIndex((column) => filter[column] === undefined);
  const found = gap === -1 ? columns : columns.slice(0, gap);
  const others = columns.slice(found.length).filter((column) => filter[column] !== undefined);
  const equal = (some: readonly string[]): Condition => ({
    sql: some.map((column) => `${table}.${column} = ?`).join(' and '),
    bindings: some.map((column) => filter[column] as string),
  });
  const rest = others.length > 0 && { rest: equal(others) };
  return [{ isOrdered: false, branches: [{ index: external.index, ...equal(found), ...rest }] }];
}

function updatedIn(
  { table, updatedIndex: index }: ListTable,
  { updated_from: from, updated_to: to }: Record<string, string>,
): readonly Criterion[] {
  const column = `${table}.date_updated`;
  const parts = [
    ...(from === undefined ? [] : [{ sql: `${column} >= ?`, value: from }]),
    ...(to === undefined ? [] : [{ sql: `${column} <= ?`, value: to }]),
  ];
  if (parts.length === 0) return [];
  const sql = parts.map((part) => part.sql).join(' and ');
  return [{ isOrdered: false, branches: [{ index, sql, bindings: parts.map(({ value }) => value) }] }];
}

function searchFor({ table, searched }: ListTable, search: string | undefined): readonly Criterion[] {
  if (search === undefined) return [];
  const branches = searched.map((column) => beginsWith(table, column, search));
  return [{ isOrdered: false, branches }];
}

/** A longer search is compared with the whole text, of the records whose beginning is the same. */
function beginsWith(
  table: string,
  { column, index, lowerCaseOf }: SearchedColumn,
  search: string,
): IndexedCondition {
  if (lowerCaseOf === undefined) return { index, ...prefixOf(`${table}.${column}`, '?', search) };
  const characters = [...search];
  const start = prefixOf(`${table}.${column}`, 'lower(?)', characters.slice(0, searchedLength).join(''));
  if (characters.length <= searchedLength) return { index, ...start };
  return { index, ...start, rest: prefixOf(`lower(${table}.${lowerCaseOf})`, 'lower(?)', search) };
}

function prefixOf(text: string, prefix: string, search: string): Condition {
  return { sql: `${text} like concat(${prefix}, '%')`, bindings: [escaped(search)] };
}

/** A text in which no character stands for others. */
function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
