import { expect } from 'chai';
import type { Answer } from './account.ts';

/** The `version` of an answered record: opaque, so tests take it as it is. */
export function versionIn({ envelope }: Answer, ...path: readonly (string | number)[]): string {
  let record = envelope.data as Readonly<Record<string, unknown>>;
  for (const name of path) record = record[name] as typeof record;
  expect(record.version)
    .to.be.a('string')
    .that.matches(/^[!-~]{1,64}$/);
  return record.version as string;
}
