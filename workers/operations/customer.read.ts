import type { Call } from '../../shared/calls/call.ts';
import { customerRead } from '../../shared/operations/customer.read.ts';
import type { AnswerOf, InputOf } from '../../shared/operations/operation.ts';
import type { AddressRecord, CustomerRecord } from '../../shared/resources/records.ts';
import { addressesOf, maxAddresses } from '../records/addressList.ts';
import { customerRecord } from '../records/customerRecord.ts';
import { type FoundRecords, findRecords, type Lookup } from '../records/lookups.ts';
import {
  defaultRecordBytes,
  exceeds,
  fittingRecords,
  longestPrefix,
  maxListBytes,
  SetRoom,
} from '../sets/answerSizes.ts';
import { reads } from '../sets/implementation.ts';
import { done, type Outcome, postponed, refused, slow, tooLarge } from '../sets/outcome.ts';
import type { Addresses } from '../stores/addresses.ts';
import type { Customers } from '../stores/customers.ts';
import type { Row } from '../stores/recordTable.ts';
import { recordKey, type Scoped } from '../stores/scope.ts';

type ReadCall = Call<InputOf<typeof customerRead>>;
type ReadOutcome = Outcome<AnswerOf<typeof customerRead>, 'customer_not_found'>;

/** Rows of addresses that one set reads. */
const maxRows = 1_000;

/** The least size of an address in an answer, with empty texts. */
const emptyAddressBytes = 300;

export default reads(customerRead, (calls, { customers }) =>
  customers.inSnapshot((snapshot, addresses) => readCustomers(calls, snapshot, addresses)),
);

async function readCustomers(
  calls: readonly ReadCall[],
  customers: Customers,
  addresses: Addresses,
): Promise<(call: ReadCall) => ReadOutcome> {
  const found = await findRecords(calls, lookupOf, customers);
  const idents = [...found.values()].flatMap((each) => (each.kind === 'found' ? each.idents : []));
  const rows = await customers.read(idents);
  const room = { bytes: new SetRoom(), rows: new SetRoom(maxRows), customers: new Set<Row>() };
  const chosen = new Map([...found].map(([call, each]) => [call, choose(call, each, rows, room)]));
  const shown = [...chosen.values()].filter((choice) => choice.kind === 'shown');
  const known = await addressesOf(shown.map(oldestOf), rows, addresses);
  const texts = await customers.texts(
    shown.flatMap((choice) => choice.rows.filter(hasLongNote).map(scopedOf)),
  );
  return (call) => {
    const choice = chosen.get(call) as Shown | ReadOutcome;
    return choice.kind === 'shown' ? answerWith(choice, known, texts) : choice;
  };
}

/** The contract has checked that the chosen field is there. */
function lookupOf({ account, input }: ReadCall): Lookup {
  const field = input.customer_ident ? 'customer_ident' : (input.customer_identifier as 'customer_nr');
  return { account, field, value: input[field] as string };
}

/** Rows of an answer, the oldest first. `count` includes rows that did not fit. */
interface Shown {
  readonly kind: 'shown';
  readonly rows: readonly Row[];
  readonly count: number;
}

interface Room {
  readonly bytes: SetRoom;
  readonly rows: SetRoom;
  /** Customers whose addresses are read, once for all calls that need them. */
  readonly customers: Set<Row>;
}

function choose(
  call: ReadCall,
  found: FoundRecords,
  rows: ReadonlyMap<string, Row>,
  room: Room,
): Shown | ReadOutcome {
  if (found.kind !== 'found') return found;
  const present = found.idents
    .map(({ account, value }) => rows.get(recordKey(account, value)))
    .filter((row) => row !== undefined);
  const [oldest] = present;
  if (!oldest) return refused('customer_not_found');
  const fitting = longestPrefix(present, noteBytes);
  // The answer contains the oldest of several rows twice.
  const shown = fitting.length > 1 ? [...fitting, oldest] : fitting;
  const notes = shown.reduce((sum, row) => sum + noteBytes(row), 0);
  if (present.some((row) => row.addresses === null)) return slow;
  const addresses = Math.min(oldest.addresses as number, maxAddresses);
  const least = notes + Math.min(addresses * emptyAddressBytes, maxListBytes);
  if (exceeds(least, call)) return tooLarge(least);
  const likely =
    notes + Math.min(addresses * defaultRecordBytes, maxListBytes) + 2 * shown.length * defaultRecordBytes;
  if (!room.bytes.reserve(likely)) return postponed;
  if (!room.customers.has(oldest) && !room.rows.reserve(addresses)) return postponed;
  room.customers.add(oldest);
  return { kind: 'shown', rows: fitting, count: found.count };
}

function answerWith(
  choice: Shown,
  known: ReadonlyMap<string, readonly AddressRecord[]>,
  texts: ReadonlyMap<string, string>,
): ReadOutcome {
  const [oldest] = choice.rows as readonly [Row];
  const all = oldest.addresses as number;
  const records = choice.rows.map((row) =>
    customerRecord({ ...row, user_note: texts.get(keyOf(row)) ?? row.user_note }),
  );
  const address_data = [...fittingRecords(known.get(keyOf(oldest)) ?? [])];
  return done({
    customer: records[0] as CustomerRecord,
    address_data,
    ...(address_data.length < all && { address_count: all }),
    ...(choice.count > 1 && { customers: [...fittingRecords(records)], count: choice.count }),
  });
}

function hasLongNote(row: Row): boolean {
  return row.user_note === null && noteBytes(row) > 0;
}

function noteBytes({ note_bytes }: Row): number {
  return note_bytes as number;
}

function oldestOf({ rows: [oldest] }: Shown): Scoped {
  return scopedOf(oldest as Row);
}

function scopedOf({ account_id, customer_ident }: Row): Scoped {
  return { account: account_id as number, value: customer_ident as string };
}

function keyOf(row: Row): string {
  const { account, value } = scopedOf(row);
  return recordKey(account, value);
}
