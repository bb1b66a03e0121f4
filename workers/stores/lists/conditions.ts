import { type ListTable, type SearchedColumn, searchedLength } from './listTable.ts';

export interface ListFilter {
  readonly filter?: Readonly<Record<string, string>>;
  readonly search?: string;
}

export interface Condition {
  readonly sql: string;
  readonly bindings: readonly (string | number)[];
}

interface IndexedCondition extends Condition {
  readonly index: string;
  /** A further condition, which the index can't find. Any number of records may fail it. */
  readonly rest?: Condition;
}

export interface Criterion {
  /** Alternatives, of which one must be met. Each has its own index. */
  readonly branches: readonly IndexedCondition[];
  /** True if the index orders any number of matches by ident. */
  readonly isOrdered: boolean;
}

/** True if the indexes of a criterion find more than its matches. */
export function hasRest({ branches }: Criterion): boolean {
  return branches.some(({ rest }) => rest !== undefined);
}

/** Returns the criteria that all records of a list must meet, the ordered ones first. */
export function criteriaOf(table: ListTable, { filter = {}, search }: ListFilter): readonly Criterion[] {
  const equal = Object.entries(table.equal).flatMap(([column, index]) => {
    const value = filter[column];
    return value === undefined ? [] : [{ isOrdered: true, branches: [equalTo(table, column, value, index)] }];
  });
  return [...equal, ...externalIn(table, filter), ...updatedIn(table, filter), ...searchFor(table, search)];
}

/** Compares an ident exactly: trailing blanks count, which `=` ignores. */
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
  const limits = [
    ...(from === undefined ? [] : [{ sql: `${column} >= ?`, value: from }]),
    ...(to === undefined ? [] : [{ sql: `${column} <= ?`, value: to }]),
  ];
  if (limits.length === 0) return [];
  const sql = limits.map((limit) => limit.sql).join(' and ');
  return [{ isOrdered: false, branches: [{ index, sql, bindings: limits.map(({ value }) => value) }] }];
}

function searchFor({ table, searched }: ListTable, search: string | undefined): readonly Criterion[] {
  if (search === undefined) return [];
  const branches = searched.map((column) => beginsWith(table, column, search));
  return [{ isOrdered: false, branches }];
}

/** Compares a longer search with the whole text of the records whose beginning matches. */
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

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
