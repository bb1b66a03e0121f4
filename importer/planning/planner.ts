import { publicOperations } from '../../shared/contract/operations/allOperations.ts';
import { deliveryFields } from '../../shared/contract/resources/address.ts';
import type { Fields } from '../../shared/contract/resources/field.ts';
import { cleanLine } from '../../shared/contract/values/clean.ts';
import { maxIdentLength } from '../inspection/inspection.ts';
import type { Input } from '../mapping/index.ts';
import { type CustomerAddressesByIdent, hasAddress, planAddress, saysAddress } from './addressPlan.ts';
import { isAnother, recognizingFields } from './anotherRecord.ts';
import { changesOf, isSame, type Values } from './compare.ts';
import type { Found } from './finder.ts';
import type { PlanOptions } from './options.ts';
import { planFor, type Reader, readerOf } from './reading.ts';
import { neededValue, otherRate, otherRecord, severalFound } from './refusalTexts.ts';
import { type RowPlan, refusedPlan } from './rowPlan.ts';

export interface FoundRow {
  readonly input: Readonly<Input>;
  /** Value by which its record is found, as `Planner.matchValueOf` returns it. */
  readonly matchValue: string;
  readonly found: Found | undefined;
  readonly addresses: CustomerAddressesByIdent;
}

export class Planner {
  readonly #options: PlanOptions;
  readonly #readNew: Reader;
  readonly #readChanges: Reader;
  readonly #fields: Fields;
  readonly #defaults: Fields;

  constructor(options: PlanOptions) {
    this.#options = options;
    const update = publicOperations[`${options.kind}.update`];
    this.#readNew = readerOf(publicOperations[`${options.kind}.create`]);
    this.#readChanges = readerOf(update);
    this.#defaults = Object.fromEntries(
      Object.entries(update.input).filter(([name]) => options.defaults.includes(name)),
    );
    this.#fields = Object.fromEntries(
      Object.entries(update.input).filter(
        ([name]) =>
          !isSource(name) &&
          name !== `${options.kind}_ident` &&
          ![...options.constants, ...options.defaults].includes(name),
      ),
    );
  }

  /** Whether the service itself reports for a created row that its record exists. */
  get canCreateFirst(): boolean {
    return this.#options.match === 'external_ident' && !this.#options.updateOnly;
  }

  /** Returns the value by which a record is found, as the service stores it; '' if the row has none. */
  matchValueOf(input: Readonly<Input>): string {
    const { kind, match } = this.#options;
    const value = input[match] ?? '';
    if (match === 'external_ident') {
      const clean = cleanLine(String(value), maxIdentLength);
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
    const { kind } = this.#options;
    const compared = [...names].filter((name) => this.#isUpdatable(name));
    const recognizing = this.#options.sameOrigin ? [] : recognizingFields(kind);
    const delivery = kind === 'customer' && names.has('divergent_delivery_address') ? foundDelivery : [];
    return [...new Set([...compared, ...this.#options.defaults, ...recognizing, ...delivery])];
  }

  plan(row: FoundRow): RowPlan {
    const { match, updateOnly, kind } = this.#options;
    const { input, matchValue, found } = row;
    if (matchValue === '')
      return refusedPlan(
        'match_missing',
        `${match}: the row has no value to find its record by: add it, or choose another field with --match`,
      );
    if (found && found.count > 1)
      return refusedPlan('match_ambiguous', severalFound(this.#options, matchValue, found));
    const [stored] = found?.records ?? [];
    if (stored) return this.#planExisting(row, stored);
    if (updateOnly)
      return refusedPlan(
        `${kind}_not_found`,
        `no ${kind} has the ${match} of the row: correct it, or create new records too, without --update-only`,
      );
    const missing = this.#missing(input);
    if (missing !== undefined) return refusedPlan('value_missing', `${missing}: ${neededValue}`);
    const reading = this.#readNew(input);
    if (!('fieldErrors' in reading)) return { kind: 'create' };
    const isMatched = match !== 'external_ident';
    return planFor(reading.fieldErrors, isMatched ? `no ${kind} has this ${match}, and for a new one: ` : '');
  }

  isComplete(input: Readonly<Input>): boolean {
    return this.#missing(input) === undefined;
  }

  #missing(input: Readonly<Input>): string | undefined {
    return this.#options.needed.find((name) => input[name] === undefined);
  }

  #planExisting({ input, addresses }: FoundRow, stored: Values): RowPlan {
    const { kind, match, onExisting, sameOrigin } = this.#options;
    const ident = String(stored[`${kind}_ident`]);
    const version = String(stored.version);
    if (onExisting === 'fail')
      return refusedPlan(
        `${match}_exists`,
        `${match} already exists: leave out the row, or keep or update such records with --on-existing skip or update`,
      );
    if (onExisting === 'update' && !isSame(this.#defaults, stored, input))
      return refusedPlan('tax_rate_differs', otherRate(stored, input));
    const same = {
      kind: 'same',
      ident,
      version,
      ...(hasAddress(input) && addressVersionOf(stored)),
    } as const;
    if (this.#hasValuesOf(input, stored)) return same;
    if (!sameOrigin && isAnother(kind, match, stored, input))
      return refusedPlan('other_record', otherRecord(this.#options, stored));
    const given = this.#updatable(input);
    const wanted = this.#readChanges({ [`${kind}_ident`]: ident, ...given });
    if ('fieldErrors' in wanted) return planFor(wanted.fieldErrors);
    const clean = Object.fromEntries(Object.keys(given).map((name) => [name, wanted.input[name]]));
    const changes = changesOf(this.#fields, stored, clean);
    const address = kind === 'customer' ? planAddress(input, stored, addresses, onExisting) : undefined;
    if (address && 'kind' in address) return address;
    if (changes.length === 0 && !address) return same;
    if (onExisting === 'skip')
      return { kind: 'exists', ident, changes: [...changes, ...(address?.changes ?? [])] };
    return { kind: 'update', ident, version, changes, ...(address && { address }) };
  }

  /** Compares values as they are: most rows of a file that was imported before need no cleaning. */
  #hasValuesOf(input: Readonly<Input>, stored: Values): boolean {
    if (!isSame(this.#fields, stored, input)) return false;
    if (!saysAddress(input)) return true;
    const isStored = Number(stored.divergent_delivery_address) === 1;
    return hasAddress(input) ? isStored && isSame(deliveryFields, stored, input) : !isStored;
  }

  #updatable(input: Readonly<Input>): Readonly<Input> {
    return Object.fromEntries(Object.entries(input).filter(([name]) => this.#isUpdatable(name)));
  }

  #isUpdatable(name: string): boolean {
    return Object.hasOwn(this.#fields, name);
  }
}

/** Recognizes the fields that tell which record a row belongs to: they are never changed. */
function isSource(name: string): boolean {
  return name === 'external_ident' || name === 'external_account_name';
}

function addressVersionOf({ address_version: version }: Values): { readonly addressVersion: string } {
  return { addressVersion: String(version ?? '') };
}

const foundDelivery = [
  ...Object.keys(deliveryFields),
  'divergent_delivery_address',
  'address_ident',
  'address_version',
];
