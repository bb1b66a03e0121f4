/** A table that a statement names, and the name by which its columns are called. */
interface Reference {
  readonly table: string;
  readonly alias: string;
}

const referenceForm =
  /\b(?:from|join|into|update)\s+(\w+)(?:\s+as\s+(\w+)|\s+(?!on\b|where\b|set\b|force\b|select\b|join\b|left\b|straight_join\b|order\b|group\b|limit\b|values\b|union\b|inner\b)(\w+))?/gi;

/**
 * The tables of rows of accounts whose rows a statement reads or writes without saying of which account: each needs a condition on
 * its own `account_id`, a join by it, or the column in what is inserted.
 */
export function unscopedTables(sql: string, accountTables: ReadonlySet<string>): readonly string[] {
  const text = sql.replaceAll('`', '').replaceAll(/\s+/g, ' ');
  // `whereAnyOf` of nothing: no row is read.
  if (text.includes('where (1 = 0)')) return [];
  const references = referencesIn(text).filter(({ table }) => accountTables.has(table));
  const isOnly = references.length === 1;
  return references.filter((reference) => !isScoped(text, reference, isOnly)).map(({ table }) => table);
}

function referencesIn(text: string): readonly Reference[] {
  return [...text.matchAll(referenceForm)].map(([, table = '', as, bare]) => ({
    table,
    alias: as ?? bare ?? table,
  }));
}

/** Somewhere the account is a value: joins alone would lead to the rows of all accounts. */
const valueForm = /\baccount_id (?:= (?:\?|\d)|in \()|\binto \w+ \([^)]*\baccount_id\b/i;

function isScoped(text: string, { table, alias }: Reference, isOnly: boolean): boolean {
  if (!valueForm.test(text)) return false;
  const column = `\\b${alias}\\.account_id\\b`;
  const forms = [
    `${column} (?:=|in\\b)`,
    `= ${column}`,
    `\\binto ${table} \\([^)]*\\baccount_id\\b`,
    // Without the table's name, in a part of the statement that has no other table.
    `\\bfrom ${table}\\b(?: force index \\([^)]*\\))?(?: join \\w+)? where [^;]*?(?<![\\w.])account_id (?:=|in\\b)`,
    ...(isOnly ? ['(?<![\\w.])account_id (?:=|in\\b)'] : []),
  ];
  return forms.some((form) => new RegExp(form, 'i').test(text));
}
