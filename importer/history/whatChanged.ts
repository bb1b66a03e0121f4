import { addressUpdate } from '../../shared/contract/operations/address.update.ts';
import { foundArticleFields } from '../../shared/contract/operations/article.find.ts';
import { foundCustomerFields } from '../../shared/contract/operations/customer.find.ts';
import type { Fields } from '../../shared/contract/resources/field.ts';
import { identIn, type WrittenEntry } from '../journal/recordsFile.ts';
import type { Stored, Values } from '../journal/rowOutcome.ts';
import { asNewRecord } from '../mapping/completeRecord.ts';
import { createOperations, type Resource } from '../mapping/rules/resourceFields.ts';
import { changesOf } from '../plan/compareRecords.ts';
import { findByIdent } from '../plan/recordFinder.ts';
import { kindOf } from '../plan/rowPlan.ts';
import { readerOf } from '../plan/serviceChecks.ts';
import type { BatchSender } from '../service/batchSender.ts';
import type { LaterRuns } from './laterRuns.ts';
import { changedAt } from './recordVersions.ts';
import { changedSince, type Left } from './undoPlan.ts';

export interface FoundEntry {
  readonly entry: WrittenEntry;
  readonly record: Values;
  readonly title: string;
  readonly number: string;
}

const comparedFields: Readonly<Record<Resource, Fields>> = {
  articles: foundArticleFields,
  customers: foundCustomerFields,
  addresses: addressUpdate.input,
};

/** Says of records that were changed since a run when that was, and in which of the fields that the run wrote. */
export async function whatChanged(
  sender: BatchSender,
  resource: Resource,
  found: readonly FoundEntry[],
  later: LaterRuns,
  key: string,
): Promise<readonly Left[]> {
  const written = found.map(({ entry }) => writtenBy(resource, entry));
  const whole =
    resource === 'addresses' ? undefined : await readFields(sender, resource, found, written, key);
  return found.map(({ entry, record, title, number }, index): Left => {
    const ident = identIn(entry);
    const now = whole?.get(ident) ?? record;
    const differences = changesOf(comparedFields[resource], now, written[index] ?? {}).map(
      ({ field, from, to }) => ({ field, before: valueBefore(entry, field), run: to, now: from }),
    );
    const changedBy = later.lastOf(ident);
    const reason = changedBy === undefined ? changedSince : `${changedSince} by run ${changedBy}`;
    const at = changedAt(String(record.version));
    return { title, number, ident, reason, changedAt: at, changedBy, differences, entry };
  });
}

/** Returns what a run wrote into a record, as the service stores it. */
function writtenBy(resource: Resource, entry: WrittenEntry): Values {
  if ('created' in entry) {
    const reading = readerOf(createOperations[resource])(asNewRecord(resource, entry.to));
    const stored = 'input' in reading ? reading.input : {};
    return Object.fromEntries(Object.keys(entry.to).map((name) => [name, stored[name]]));
  }
  return { ...entry.to, ...(entry.address?.version !== undefined && entry.address.to) };
}

function readFields(
  sender: BatchSender,
  resource: 'articles' | 'customers',
  found: readonly FoundEntry[],
  written: readonly Values[],
  key: string,
): Promise<ReadonlyMap<string, Values>> {
  const names = new Set(written.flatMap((values) => Object.keys(values)));
  const fields = [...names].filter((name) => Object.hasOwn(comparedFields[resource], name));
  const values = found.map(({ entry }) => identIn(entry));
  return findByIdent(sender, kindOf(resource), values, fields, key);
}

function valueBefore(entry: WrittenEntry, field: string): string {
  if ('created' in entry) return '';
  const from: Stored = { ...entry.address?.from, ...entry.from };
  return String(from[field] ?? '');
}
