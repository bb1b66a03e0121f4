import { addressUpdate } from '../../shared/contract/operations/address.update.ts';
import { publicOperations } from '../../shared/contract/operations/allOperations.ts';
import { deliveryFields } from '../../shared/contract/resources/address.ts';
import { type Fields, maxExternalIdentLength } from '../../shared/contract/resources/field.ts';
import { cleanLine } from '../../shared/contract/values/clean.ts';
import type { Values } from '../journal/rowOutcome.ts';
import { asNewRecord } from '../mapping/completeRecord.ts';
import type { Input } from '../mapping/mapping.ts';
import { changesOf, isMismatch, isSame, recognizingFields, shortName } from './compareRecords.ts';
import type { FoundRecords } from './recordFinder.ts';
import { type AddressPlan, type OnExisting, type PlanOptions, type RowPlan, refusedPlan } from './rowPlan.ts';
import { planFor, type Reader, readerOf } from './serviceChecks.ts';

export interface FoundRow {
  readonly input: Readonly<Input>;
  /** Value by which its record is found, as `RowPlanner.matchValueOf` returns it. */
  readonly matchValue: string;
  readonly found: FoundRecords | undefined;
  /** Delivery addresses by the ident of their customer. */
  readonly addresses: ReadonlyMap<string, readonly Values[]>;
}

export class RowPlanner {
  readonly #options: PlanOptions;
  readonly #readNew: Reader;
  readonly #readChanges: Reader;
  /** Fields that may change: not those that tell which record a row belongs to. */
  readonly #fields: Fields;
  readonly #defaults: Fields;

  constructor(options: PlanOptions) {
    const { kind, constants, defaults } = options;
    const update = publicOperations[`${kind}.update`];
    const kept = ['external_ident', 'external_account_name', `${kind}_ident`, ...constants, ...defaults];
    const fields = Object.entries(update.input);
    this.#options = options;
    this.#readNew = readerOf(publicOperations[`${kind}.create`]);
    this.#readChanges = readerOf(update);
    this.#defaults = Object.fromEntries(fields.filter(([name]) => defaults.includes(name)));
    this.#fields = Object.fromEntries(fields.filter(([name]) => !kept.includes(name)));
  }

  /** Returns the value by which a record is found, as the service stores it; '' if the row has none. */
  matchValueOf(input: Readonly<Input>): string {
    const { kind, match } = this.#options;
    const value = input[match] ?? '';
    if (match === 'external_ident') {
      const clean = cleanLine(String(value), maxExternalIdentLength);
      return typeof clean === 'string' ? clean : '';
    }
    const reading = this.#readChanges({ [`${kind}_ident`]: 'any', [match]: value });
    return 'input' in reading ? String(reading.input[match] ?? '') : '';
  }

  /** Returns the source within which the external_ident of a row is unique; '' for other fields. */
  sourceOf(input: Readonly<Input>): string {
    const { kind, match } = this.#options;
    if (match !== 'external_ident') return '';
    return `${input[`${kind}_type`] || 'native'}\n${input.external_account_name ?? ''}`;
  }

  sourceFields(source: string): Readonly<Record<string, string>> {
    if (source === '') return {};
    const [type = '', account = ''] = source.split('\n');
    return { [`${this.#options.kind}_type`]: type, external_account_name: account };
  }

  fieldsToFind(names: ReadonlySet<string>): readonly string[] {
    const { kind, sameOrigin, defaults } = this.#options;
    const compared = [...names].filter((name) => Object.hasOwn(this.#fields, name));
    const recognizing = sameOrigin ? [] : recognizingFields(kind);
    const delivery = kind === 'customer' && names.has('divergent_delivery_address') ? foundDelivery : [];
    return [...new Set([...compared, ...defaults, ...recognizing, ...delivery])];
  }

  isComplete(input: Readonly<Input>): boolean {
    return this.#missing(input) === undefined;
  }

  plan(row: FoundRow): RowPlan {
    const { match, updateOnly, kind } = this.#options;
    const { input, matchValue, found } = row;
    if (matchValue === '')
      return refusedPlan(
        'match_missing',
        `${match}: the row has no value to find its record by: add it, or choose another field with --match`,
      );
    if (found && found.count > 1) return ambiguousMatch(this.#options, matchValue, found);
    const [stored] = found?.records ?? [];
    if (stored) return this.#planExisting(row, stored);
    if (updateOnly)
      return refusedPlan(
        `${kind}_not_found`,
        `no ${kind} has the ${match} of the row: correct it, or create new records too, without --update-only`,
      );
    const missing = this.#missing(input);
    if (missing !== undefined)
      return refusedPlan(
        'value_missing',
        `${missing} is required for a new article, and the row has none: add it, or create no articles, with --update-only`,
      );
    const reading = this.#readNew(input);
    if (!('fieldErrors' in reading)) return { kind: 'create' };
    const isMatched = match !== 'external_ident';
    return planFor(reading.fieldErrors, isMatched ? `no ${kind} has this ${match}, and for a new one: ` : '');
  }

  #missing(input: Readonly<Input>): string | undefined {
    return this.#options.needed.find((name) => input[name] === undefined);
  }

  #planExisting({ input, addresses, matchValue }: FoundRow, stored: Values): RowPlan {
    const { kind, match, onExisting, sameOrigin } = this.#options;
    const ident = String(stored[`${kind}_ident`]);
    const version = String(stored.version);
    if (onExisting === 'fail')
      return refusedPlan(
        `${match}_exists`,
        `${match} already exists: leave out the row, or keep or update such records with --on-existing skip or update`,
      );
    if (onExisting === 'update' && !isSame(this.#defaults, stored, input)) return otherRate(stored, input);
    const addressVersion = hasAddress(input) ? String(stored.address_version ?? '') : undefined;
    const same = {
      kind: 'same',
      ident,
      version,
      ...(addressVersion !== undefined && { addressVersion }),
    } as const;
    if (this.#hasValuesOf(input, stored)) return same;
    if (!sameOrigin && isMismatch(kind, match, stored, input)) return otherRecord(this.#options, stored);
    const given = fieldsIn(input, this.#fields);
    const wanted = this.#readChanges({ [`${kind}_ident`]: ident, ...given });
    if ('fieldErrors' in wanted) return planFor(wanted.fieldErrors);
    const clean = Object.fromEntries(Object.keys(given).map((name) => [name, wanted.input[name]]));
    const changes = changesOf(this.#fields, stored, clean);
    const address = kind === 'customer' ? planAddress(input, stored, addresses, onExisting) : undefined;
    if (address && 'kind' in address) return address;
    if (changes.length === 0 && !address) return same;
    if (onExisting === 'skip')
      return { kind: 'exists', ident, changes: [...changes, ...(address?.changes ?? [])] };
    const title = shortName(kind, stored) || shortName(kind, input) || matchValue;
    return { kind: 'update', ident, title, version, changes, ...(address && { address }) };
  }

  /** Compares values as they are: most rows of a file that was imported before need no cleaning. */
  #hasValuesOf(input: Readonly<Input>, stored: Values): boolean {
    if (!isSame(this.#fields, stored, input)) return false;
    if (input.divergent_delivery_address === undefined) return true;
    const isStored = Number(stored.divergent_delivery_address) === 1;
    return hasAddress(input) ? isStored && isSame(deliveryFields, stored, input) : !isStored;
  }
}

function fieldsIn(input: Readonly<Input>, fields: Fields): Readonly<Input> {
  return Object.fromEntries(Object.entries(input).filter(([name]) => Object.hasOwn(fields, name)));
}

const foundDelivery = [
  ...Object.keys(deliveryFields),
  'divergent_delivery_address',
  // A new address is in the country of its customer.
  'bill_country',
  'address_ident',
  'address_version',
];

const readAddress = readerOf(addressUpdate);

/**
 * Plans the change of the delivery address that a customer was created with. A customer that was created without one gets a
 * new address, unless one of its addresses has the values of the row. Returns undefined if nothing changes.
 */
function planAddress(
  input: Readonly<Input>,
  stored: Values,
  addresses: FoundRow['addresses'],
  onExisting: OnExisting,
): AddressPlan | RowPlan | undefined {
  const isStored = Number(stored.divergent_delivery_address) === 1;
  if (!hasAddress(input)) {
    const isRemoved = input.divergent_delivery_address !== undefined && isStored && onExisting === 'update';
    return isRemoved ? refusedPlan('delivery_address_stays', addressStays) : undefined;
  }
  const given = fieldsIn(input, deliveryFields);
  const reading = readAddress({ address_ident: 'any', ...given });
  if ('fieldErrors' in reading) return planFor(reading.fieldErrors);
  const wanted = Object.fromEntries(Object.keys(given).map((name) => [name, reading.input[name]]));
  if (isStored) {
    const changes = changesOf(deliveryFields, stored, wanted);
    if (changes.length === 0) return undefined;
    return { ident: String(stored.address_ident), version: String(stored.address_version), changes };
  }
  const others = addresses.get(String(stored.customer_ident)) ?? [];
  const isKnown = others.some((address) => changesOf(deliveryFields, address, wanted).length === 0);
  if (isKnown) return undefined;
  const { bill_country: country = String(stored.bill_country ?? '') } = input;
  const added = asNewRecord('addresses', { bill_country: country, ...(wanted as Input) });
  return { changes: changesOf(deliveryFields, {}, added) };
}

export function hasAddress({ divergent_delivery_address: isDivergent }: Readonly<Input>): boolean {
  return Number(isDivergent) === 1;
}

const addressStays =
  'the customer has a delivery address, the row has none. Imports never delete addresses: delete it with address.delete, or leave out the columns of the delivery address';

function otherRate({ article_tax_rate: stored }: Values, { article_tax_rate: given }: Readonly<Input>) {
  return refusedPlan(
    'tax_rate_differs',
    `article_tax_rate: the article has ${stored} %, and --tax-rate says ${given} %: add a column with the tax rates, or import the price without tax`,
  );
}

const shownIdents = 10;

function ambiguousMatch({ kind, match }: PlanOptions, value: string, { records, count }: FoundRecords) {
  const idents = records.slice(0, shownIdents).map((record) => String(record[`${kind}_ident`]));
  const more = count > idents.length ? `, and ${count - idents.length} more` : '';
  return refusedPlan(
    'match_ambiguous',
    `${match}: ${count} ${kind}s have "${value}": ${idents.join(', ')}${more}`,
  );
}

function otherRecord({ kind, match }: PlanOptions, stored: Values) {
  const origin =
    match === 'external_ident'
      ? 'if the file comes from another shop or program, name it with --account-name; '
      : '';
  return refusedPlan(
    'other_record',
    `${match}: belongs to another ${kind} ("${shortName(kind, stored)}"): ${origin}if the records are the same, confirm it with --same-origin`,
  );
}
