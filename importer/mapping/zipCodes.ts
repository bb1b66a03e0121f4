import { factsOf, valuesOf } from '../rows/columns.ts';
import type { Inspection } from '../rows/inspectColumns.ts';
import { isSet, unreadableValue } from './completeRecord.ts';
import { foreignSign } from './foreignAddress.ts';
import type { FieldFault, Input, Needs } from './mapping.ts';
import type { FieldRules, MappingFile } from './rules/mappingFile.ts';
import type { Resource } from './rules/resourceFields.ts';
import type { Reading } from './rules/steps.ts';
import { allColumnsOf } from './rules/valueReader.ts';
import { placeIn } from './splitPlaces.ts';
import { cellText, wholeDigits } from './values/cells.ts';

/**
 * Restores leading zeros of zip codes in countries whose codes begin with them, and returns the problems of codes that are none.
 * The service takes an address without a country for a German one.
 */
export function zipCodeRepair(
  resource: Resource,
  { fields }: MappingFile,
  { inspection }: Reading,
  needs: Pick<Needs, 'required'>,
): (input: Input, repairs: string[]) => readonly FieldFault[] {
  const sides = (resource === 'articles' ? [] : ['bill_', 'delivery_']).flatMap((side) => {
    const rules = ['zipcode', 'zip_city'].map((part) => fields[side + part]);
    // The splits also find zip codes in these fields.
    const hasPlace = ['city', 'street'].some((part) => fields[side + part] !== undefined);
    if (!hasPlace && rules.every((rule) => rule === undefined)) return [];
    const zips = inspection && zipsIn(fields, side, inspection);
    // Nobody was asked about the country of a place that only a later row has.
    const areUnseen = needs.required && zips?.length === 0;
    const areGerman =
      resource === 'addresses' || areUnseen || zips?.some(({ text }) => isGermanZip(text)) === true;
    return [{ side, field: `${side}zipcode`, country: `${side}country`, areGerman }];
  });
  return (input, repairs) =>
    sides.flatMap(({ side, field, country, areGerman }) => {
      const zip = String(input[field] ?? '').trim();
      // A delivery address without a country is mostly in the country of its customer.
      const code = String(input[country] || input.bill_country || '');
      const sign =
        needs.required && !input[country] && (code === '' || code === 'de') && isPlaced(input, side)
          ? foreignSign(input, side)
          : undefined;
      if (sign !== undefined) return [unreadableValue(country, notInGermany(sign))];
      if (zip === '' || (code === '' && !areGerman)) return [];
      if (code !== '' && code !== 'de') return foreignZip(input, repairs, { field, zip, code });
      const isGerman = code === 'de';
      if (germanZip.test(zip)) return [];
      if (!/^\d{4}$/.test(zip)) return [unreadableValue(field, notGerman(zip, isGerman, country))];
      if (!isGerman) return [unreadableValue(field, unclear(zip, country))];
      input[field] = `0${zip}`;
      repairs.push(`${field}: leading zero of German zip codes restored`);
      return [];
    });
}

function isPlaced(input: Input, side: string): boolean {
  return isSet(input, `${side}zipcode`) || isSet(input, `${side}city`);
}

function notInGermany(sign: string): string {
  return `the row has no country, and would be stored as German, but ${sign} is not German: add the country`;
}

/** Digits of zip codes by countries whose codes may begin with zeros, and how many zeros they have at most. */
const zeros: Readonly<Record<string, readonly [digits: number, zeros: number]>> = {
  au: [4, 1],
  dk: [4, 1],
  es: [5, 1],
  fi: [5, 2],
  fr: [5, 1],
  it: [5, 2],
  lt: [5, 2],
  no: [4, 2],
  nz: [4, 1],
  pl: [5, 2],
  ro: [6, 1],
  sk: [5, 1],
  tr: [5, 1],
  us: [5, 2],
};
/** Digits of zip codes by countries whose codes begin with another digit: a short one is wrong. */
const digitsOf: Readonly<Record<string, number>> = { cz: 5, ee: 5, gr: 5, hr: 5, pt: 4, se: 5 };

interface Zip {
  readonly field: string;
  readonly zip: string;
  /** ISO 3166-1 alpha-2, in small letters. */
  readonly code: string;
}

function foreignZip(input: Input, repairs: string[], { field, zip, code }: Zip): readonly FieldFault[] {
  const [digits, maxZeros] = zeros[code] ?? [digitsOf[code], 0];
  // The four digits after the zip code of a house in the United States stay.
  const [, number = '', rest = ''] = /^(\d+)(-\d{4})?$/.exec(zip) ?? [];
  const isWhole = digits === undefined || number === '' || number.length >= digits;
  if (isWhole || (rest !== '' && code !== 'us')) return [];
  if (number.length < digits - maxZeros)
    return [
      unreadableValue(
        field,
        `"${zip}" is not a zip code of ${code.toUpperCase()}, which has ${digits} digits: correct it, or its country`,
      ),
    ];
  const full = number.padStart(digits, '0');
  input[field] = code === 'pl' ? `${full.slice(0, 2)}-${full.slice(2)}` : full + rest;
  repairs.push(
    `${field}: leading zeros restored, since zip codes of ${code.toUpperCase()} have ${digits} digits`,
  );
  return [];
}

/** Matches the five digits of German zip codes, also after the mark of the country. */
export const germanZip = /^(?:DE?[- ]*)?\d{5}$/i;

/** Matches a German zip code and its city in one cell. */
const germanZipAndCity = /^(?:DE?[- ]*)?\d{5}[ ,]+\p{L}/iu;

function notGerman(zip: string, isGerman: boolean, country: string): string {
  const fault = `"${zip}" is not a German zip code, which has 5 digits`;
  return isGerman
    ? `${fault}: correct it, or its country`
    : `${fault}, and the row has no country: correct it, or set ${country}`;
}

/** Spreadsheets remove the leading 0 of German zip codes. */
function unclear(zip: string, country: string): string {
  return `"${zip}" may be a German zip code without its leading 0, or one of another country: correct it, or set ${country}`;
}

/** True for a zip code of five digits, alone or before its city. */
export function isGermanZip(value: string): boolean {
  const zip = cellText(value);
  return germanZip.test(wholeDigits(zip) ?? zip) || germanZipAndCity.test(zip);
}

export interface FoundZip {
  /** Zip code, or a text with a zip code and a city. */
  readonly text: string;
  /** True if the text names its country, too. */
  readonly isMarked: boolean;
}

/** Matches `A-1010 Wien`, which is split into country, zip code and city. */
const markedPlace = /^[A-Z]{1,3}[- ]+\d[\d -]*[ ,]+\p{L}/u;

/** Returns the zip codes of an address that the file has, also those that are split from cities and streets. */
export function zipsIn(fields: FieldRules, side: string, inspection: Inspection): readonly FoundZip[] {
  const textsOf = (part: string) =>
    factsOf(inspection, allColumnsOf(fields[side + part])).flatMap((column) => [...valuesOf(column).keys()]);
  const own = ['zipcode', 'zip_city'].flatMap((part) =>
    textsOf(part).map((text) => ({ text, isMarked: markedPlace.test(text) })),
  );
  if (fields[`${side}zipcode`] !== undefined) return own;
  const part = fields[`${side}city`] === undefined ? 'street' : 'city';
  const places = textsOf(part).flatMap((text) => placeIn(part, cellText(text)) ?? []);
  return [...own, ...places.map(({ zip, country }) => ({ text: zip, isMarked: country !== undefined }))];
}
