import type { Database } from '../../workers/database/database.ts';
import type { Ledger, LedgerEntry } from './ledger.ts';

/** Differences between the tables and what clients were answered, one line for each record. */
export interface Findings {
  /** Records that were acknowledged, but are missing. */
  readonly lost: readonly string[];
  /** Records that are stored twice, and numbers that were given twice. */
  readonly doubled: readonly string[];
  /** Records that were refused but are stored, or have other values than were acknowledged. */
  readonly wrong: readonly string[];
}

type Row = Readonly<Record<string, string>>;

/** Compares the ledger with what is stored for an account, record by record. Every outcome must be known. */
export async function audit(database: Database, account: number, { entries }: Ledger): Promise<Findings> {
  const rows = (table: string): Promise<Row[]> => database(table).select('*').where({ account_id: account });
  const articles = new Records(await rows('articles'), 'article_ident', 'article_title');
  const customers = new Records(await rows('customers'), 'customer_ident', 'bill_company');
  const addresses = await rows('addresses');
  const delivery = new Records(addresses, 'customer_ident', 'delivery_company');
  const added = new Records(addresses, 'address_ident', 'delivery_company');
  const findings = { lost: [] as string[], doubled: [] as string[], wrong: [] as string[] };
  const deleted = new Set([...deletedBy(entries, 'article'), ...deletedBy(entries, 'customer')]);

  for (const entry of entries) {
    if (entry.method === 'article.create') articles.compare(entry, findings, deleted);
    if (entry.method === 'customer.create') customers.compare(entry, findings, deleted);
    if (entry.method === 'customer.create') delivery.compare(entry, findings, deleted);
    if (entry.method === 'address.create' && !deleted.has(String(entry.body.customer_ident)))
      added.compare(entry, findings, deleted);
  }
  for (const ident of deleted)
    if ([articles, customers, delivery].some((records) => records.has(ident)))
      findings.wrong.push(`deleted ${ident} is stored`);
  for (const [ident, city] of lastCities(entries))
    if (!deleted.has(ident) && customers.valueOf(ident, 'bill_city') !== city)
      findings.lost.push(`${ident} should be in ${city}, is in ${customers.valueOf(ident, 'bill_city')}`);
  findings.doubled.push(...repeated([...articles.rows].map(({ article_nr }) => `article_nr ${article_nr}`)));
  findings.doubled.push(
    ...repeated([...customers.rows].map(({ customer_nr }) => `customer_nr ${customer_nr}`)),
  );
  return findings;
}

/** The rows of a table. Each was created by one call, which wrote its tag (a text of its own) into a column. */
class Records {
  readonly rows: readonly Row[];
  readonly #ident: string;
  readonly #tag: string;
  readonly #byTag = new Map<string, Row[]>();
  readonly #byIdent: ReadonlyMap<string, Row>;

  constructor(rows: readonly Row[], ident: string, tag: string) {
    this.rows = rows;
    this.#ident = ident;
    this.#tag = tag;
    this.#byIdent = new Map(rows.map((row) => [row[ident] as string, row]));
    for (const row of rows)
      this.#byTag.set(row[tag] as string, [...(this.#byTag.get(row[tag] as string) ?? []), row]);
  }

  has(ident: string): boolean {
    return this.#byIdent.has(ident);
  }

  valueOf(ident: string, column: string): string | undefined {
    return this.#byIdent.get(ident)?.[column];
  }

  /** Compares the outcome of a creating call with the rows that have its tag. */
  compare(
    { body, outcome, envelope }: LedgerEntry,
    findings: Writable<Findings>,
    deleted: ReadonlySet<string>,
  ): void {
    const tag = String(body[this.#tag]);
    const found = this.#byTag.get(tag) ?? [];
    const ident = String((envelope?.data as Row | null)?.[this.#ident]);
    if (found.length > 1) findings.doubled.push(`${this.#tag} ${tag}: ${found.length} records`);
    if (outcome === 'done' && found.length === 0 && !deleted.has(ident))
      findings.lost.push(`${this.#tag} ${tag}`);
    if (outcome === 'done' && found[0] && found[0][this.#ident] !== ident)
      findings.wrong.push(`${this.#tag} ${tag} is ${found[0][this.#ident]}, not ${ident}`);
    if (outcome !== 'done' && found.length > 0)
      findings.wrong.push(`${this.#tag} ${tag} was ${outcome}, and is stored`);
  }
}

type Writable<T> = { -readonly [Key in keyof T]: string[] };

function deletedBy(entries: readonly LedgerEntry[], resource: 'article' | 'customer'): readonly string[] {
  return done(entries, `${resource}.delete`).map(({ body }) => String(body[`${resource}_ident`]));
}

function done(entries: readonly LedgerEntry[], method: string): readonly LedgerEntry[] {
  return entries.filter((entry) => entry.method === method && entry.outcome === 'done');
}

/** The city of the last acknowledged update of each customer. Nobody updates a customer twice at the same time. */
function lastCities(entries: readonly LedgerEntry[]): ReadonlyMap<string, string> {
  const moves = done(entries, 'customer.update').filter(({ body }) => body.bill_city !== undefined);
  return new Map(moves.map(({ body }) => [String(body.customer_ident), String(body.bill_city)]));
}

function repeated(values: readonly string[]): string[] {
  const seen = new Set<string>();
  return values.filter((value) => seen.size === seen.add(value).size);
}
