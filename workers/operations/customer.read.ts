import type { Call } from '../../shared/calls/call.ts';
import { customerRead } from '../../shared/operations/customer.read.ts';
import type { AnswerOf, InputOf } from '../../shared/operations/operation.ts';
import type { AddressRecord } from '../../shared/resources/records.ts';
import { addressesOf, maxAddresses } from '../records/addressList.ts';
import { customerRecord } from '../records/customerRecord.ts';
import { defaultRecordBytes, exceeds, fittingRecords, maxListBytes, SetRoom } from '../sets/answerSizes.ts';
import { reads } from '../sets/implementation.ts';
import { done, type Outcome, postponed, refused, tooLarge } from '../sets/outcome.ts';
import type { Addresses } from '../stores/addresses.ts';
import type { Customers } from '../stores/customers.ts';
import type { Row } from '../stores/records.ts';
import { recordKey, type Scoped } from '../stores/scope.ts';

type ReadCall = Call<InputOf<typeof customerRead>>;
type ReadOutcome = Outcome<AnswerOf<typeof customerRead>, 'customer_not_found'>;

/** Rows of addresses that one set reads. */
const maxRows = 1_000;

/** Bytes of an address in an answer if its texts are empty, at least. */
const emptyAddressBytes = 300;

export default reads(customerRead, (calls, { customers }) =>
  customers.inSnapshot((snapshot, addresses) => readCustomers(calls, snapshot, addresses)),
);

async function readCustomers(
  calls: readonly ReadCall[],
  customers: Customers,
  addresses: Addresses,
): Promise<(call: ReadCall) => ReadOutcome> {
  const rows = await customers.read(calls.map(scopedOf));
  const room = { bytes: new SetRoom(), rows: new SetRoom(maxRows), customers: new Set<Row>() };
  const chosen = new Map(calls.map((call) => [call, choose(call, rows.get(keyOf(call)), room)]));
  const shown = calls.filter((call) => chosen.get(call)?.kind === 'shown');
  const known = await addressesOf(shown.map(scopedOf), rows, addresses);
  const notes = await customers.notes(
    shown.filter((call) => hasLongNote(rows.get(keyOf(call)))).map(scopedOf),
  );
  return (call) => {
    const choice = chosen.get(call) as Shown | ReadOutcome;
    if (choice.kind !== 'shown') return choice;
    const note = notes.get(keyOf(call));
    const row = note === undefined ? choice.row : { ...choice.row, user_note: note };
    return answerWith(row, known.get(keyOf(call)) ?? []);
  };
}

/** The customer of a call's answer. */
interface Shown {
  readonly kind: 'shown';
  readonly row: Row;
}

interface Room {
  readonly bytes: SetRoom;
  readonly rows: SetRoom;
  /** The customers whose addresses are read: once, however many calls need them. */
  readonly customers: Set<Row>;
}

/** The customer of a call's answer, if there is room for it beside those before it. */
function choose(call: ReadCall, row: Row | undefined, room: Room): Shown | ReadOutcome {
  if (!row) return refused('customer_not_found');
  const noteBytes = row.note_bytes as number;
  const addresses = Math.min(row.addresses as number, maxAddresses);
  const least = noteBytes + Math.min(addresses * emptyAddressBytes, maxListBytes);
  if (exceeds(least, call)) return tooLarge(least);
  const likely = noteBytes + Math.min(addresses * defaultRecordBytes, maxListBytes) + 2 * defaultRecordBytes;
  if (!room.bytes.reserve(likely)) return postponed;
  if (!room.customers.has(row) && !room.rows.reserve(addresses)) return postponed;
  room.customers.add(row);
  return { kind: 'shown', row };
}

function answerWith(row: Row, addresses: readonly AddressRecord[]): ReadOutcome {
  const all = row.addresses as number;
  const address_data = [...fittingRecords(addresses)];
  const more = address_data.length < all ? { address_count: all } : {};
  return done({ customer: customerRecord(row), address_data, ...more });
}

function hasLongNote(row: Row | undefined): boolean {
  return row?.user_note === null && (row.note_bytes as number) > 0;
}

function scopedOf({ account, input }: ReadCall): Scoped {
  return { account, value: input.customer_ident };
}

function keyOf(call: ReadCall): string {
  return recordKey(call.account, call.input.customer_ident);
}
