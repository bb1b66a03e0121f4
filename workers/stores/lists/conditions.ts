import { type ListTable, type SearchedColumn, searchedLength } from './listTable.ts';

export interface ListFilter {
  readonly filter?: Readonly<Record<string, string>>;
  readonly search?: string;
}

/** Conditions that all records of a list meet. */
export interface ListConditions {
  /** Each can be found by indexes. The ordered ones come first. */
  readonly criteria: readonly Criterion[];
  /** Conditions without an index. */
  readonly checks: readonly Condition[];
}

export interface Condition {
  readonly sql: string;
  readonly bindings: readonly (string | number)[];
}

interface IndexedCondition extends Condition {
  readonly index: string;
  /** Further condition, which the index can't find. Any number of records may fail it. */
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

export function conditionOf({ branches }: Criterion): Condition {
  const each = branches.map(({ rest, ...branch }) => (rest ? joined([branch, rest], ' and ') : branch));
  const { sql, bindings } = joined(each, ' or ');
  return { sql: `(${sql})`, bindings };
}

/** Joins conditions, or other parts of statements. */
export function joined(conditions: readonly Condition[], word: string): Condition {
  return {
    sql: conditions.map(({ sql }) => sql).join(word),
    bindings: conditions.flatMap(({ bindings }) => bindings),
  };
}

export function conditionsOf(table: ListTable, { filter = {}, search }: ListFilter): ListConditions {
  const equal = Object.entries(table.equal).flatMap(([column, index]) => {
    const value = filter[column];
    return value === undefined ? [] : [{ isOrdered: true, branches: [equalTo(table, column, value, index)] }];
  });
  const criteria = [
    ...equal,
    ...externalIn(table, filter),
    ...updatedIn(table, filter),
    ...searchFor(table, search),
  ];
  return { criteria, checks: [...comparedIn(table, filter), ...rangesIn(table, filter)] };
}

/** The columns of an external ident's source have its index, if the filter has that ident. */
function comparedIn({ table, compared, external }: ListTable, filter: Record<string, string>) {
  const indexed = filter.external_ident === undefined ? [] : (external?.source ?? []);
  return compared.flatMap((column): readonly Condition[] => {
    const value = filter[column];
    if (value === undefined || indexed.includes(column)) return [];
    return [{ sql: `${table}.${column} = ?`, bindings: [value] }];
  });
}

/** Beginning and end of ranges in columns without an index. Without the cast, amounts would be compared as floats. */
const ranges = {
  created: { column: 'date_created', value: '?' },
  price: { column: 'article_price', value: 'cast(? as decimal(15, 4))' },
};

function rangesIn({ table }: ListTable, filter: Record<string, string>): readonly Condition[] {
  return Object.entries(ranges).flatMap(([name, { column, value }]) => {
    const [from, to] = [filter[`${name}_from`], filter[`${name}_to`]];
    return [
      ...(from === undefined ? [] : [{ sql: `${table}.${column} >= ${value}`, bindings: [from] }]),
      ...(to === undefined ? [] : [{ sql: `${table}.${column} <= ${value}`, bindings: [to] }]),
    ];
  });
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
  { table, orders: { updated } }: ListTable,
  { updated_from: from, updated_to: to }: Record<string, string>,
): readonly Criterion[] {
  const { index } = updated;
  const column = `${table}.${updated.column}`;
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
