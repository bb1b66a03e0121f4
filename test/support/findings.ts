import { expect } from 'chai';
import type { TestAccount } from './account.ts';
import type { RecordKind } from './recordKinds.ts';

export type Row = Readonly<Record<string, unknown>>;

/** A search, and how to make what it finds. */
export interface Finding extends Omit<RecordKind, 'text'> {
  readonly method: 'article.find' | 'customer.find';
  /** The fields that it searches, beside the ident. */
  readonly fields: readonly string[];
  /** The field with a long text. */
  readonly text: string;
}

/** The data of an answer, with its records under one name. */
export interface Found {
  readonly records: readonly Row[];
  readonly exceeded?: unknown;
  readonly next?: number;
}

/** Searches, and expects success. */
export async function find({ method, table }: Finding, account: TestAccount, body: object): Promise<Found> {
  const { code, envelope } = await account.send(method, body);
  expect({ code, message: envelope.message }).to.deep.equal({ code: '', message: `${table} found` });
  const { [table]: records, ...others } = envelope.data as Row;
  return { records: records as readonly Row[], ...others };
}

/** The idents of what is found, in the order of the answer. */
export async function foundIdents(finding: Finding, account: TestAccount, body: object) {
  return (await find(finding, account, body)).records.map((record) => record[finding.ident]);
}
