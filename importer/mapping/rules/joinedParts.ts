import type { Columns } from '../../rows/columns.ts';
import { callingCode, hasHouseNumber, isAreaCode } from '../values/addressParts.ts';
import { type Converted, repaired } from '../values/cells.ts';
import { countryCode } from '../values/countryCodes.ts';
import { plainWord } from '../values/vocabulary.ts';
import type { FieldRule, MappingFile } from './mappingFile.ts';
import { ruleOf, textOfCell, type ValueReader, valueReader } from './valueReader.ts';

type RowConversion = (text: string, values: readonly string[]) => Converted;

/**
 * Looks at the parts of a joined value: a house number must not stand in both columns, and an area code needs its leading zero,
 * which spreadsheets remove.
 */
export function joinedConversion(
  field: string,
  rule: FieldRule,
  columns: Columns,
  { fields }: MappingFile,
  convert: RowConversion,
): RowConversion {
  const { join = [] } = ruleOf(rule);
  const [first, second] = columns.findAll(join);
  if (first === undefined || second === undefined) return convert;
  const parts = (values: readonly string[]) =>
    [textOfCell(values[first]), textOfCell(values[second])] as const;
  if (field.endsWith('_street')) return withOneNumber(parts, convert);
  if (!/_(?:phone|phone_mobile)$/.test(field)) return convert;
  const name = columns.names[first] ?? '';
  if (callingCode.test(plainWord(name))) return withPlus(parts, convert);
  return isAreaCode(name) ? withZero(parts, countryReader(field, columns, fields), convert) : convert;
}

type Parts = (values: readonly string[]) => readonly [string, string];

const onlyNumber = /^\d{1,4} ?[a-z]?$/i;

function withOneNumber(parts: Parts, convert: RowConversion): RowConversion {
  return (text, values) => {
    const [street, house] = parts(values);
    if (!onlyNumber.test(house) || !hasHouseNumber(street)) return convert(text, values);
    if (!street.toLowerCase().endsWith(` ${house.toLowerCase()}`))
      return {
        problem: `"${street} ${house}" has two house numbers: correct the street or the number beside it`,
      };
    const once = convert(street + text.slice(street.length + house.length + 1), values);
    return typeof once === 'string' ? { value: once, repair: 'repeated house number removed' } : once;
  };
}

/** Countries where area codes begin with 0 inside of the country, by their calling codes. */
const callingCodes: Readonly<Record<string, string>> = {
  at: '43',
  au: '61',
  ba: '387',
  be: '32',
  bg: '359',
  ch: '41',
  de: '49',
  fi: '358',
  fr: '33',
  gb: '44',
  hr: '385',
  ie: '353',
  it: '39',
  nl: '31',
  nz: '64',
  ro: '40',
  rs: '381',
  se: '46',
  si: '386',
  sk: '421',
  tr: '90',
  ua: '380',
};
const withoutZero: ReadonlySet<string> = new Set('ca cz dk ee es gr is li lu lv mt no pl pt us'.split(' '));
const bareCode = /^\(?([1-9]\d{0,4})[)/-]*$/;

function withZero(parts: Parts, countryOf: ValueReader, convert: RowConversion): RowConversion {
  return (text, values) => {
    const [given, number] = parts(values);
    const [, area] = bareCode.exec(given) ?? [];
    if (area === undefined) return convert(text, values);
    if (number.startsWith('+') || number.replace(/\D/g, '').startsWith(`0${area}`))
      return repaired(convert(number, values), 'repeated area code removed');
    const country = countryOf(values);
    // Italian mobile numbers begin with 3.
    const isWhole = withoutZero.has(country) || (country === 'it' && area.startsWith('3'));
    if (isWhole) return convert(text, values);
    if (!Object.hasOwn(callingCodes, country) || callingCodes[country] === area || number.startsWith('0'))
      return {
        problem: `the area code "${given}" may lack its leading 0, or be that of a country: write the number with its 0, or such as +49 30 123456`,
      };
    return repaired(convert(`0${area} ${number}`, values), 'leading zero of area codes restored');
  };
}

/** Adds the mark of a calling code, unless the first part is another code of a country, such as `DE`. */
function withPlus(parts: Parts, convert: RowConversion): RowConversion {
  return (text, values) => {
    const [code] = parts(values);
    return convert(/^[1-9]/.test(code) ? `+${text}` : text, values);
  };
}

const germanZipStart = /^(?:DE?[- ]*)?\d{5}(?!\d)/i;

/** Returns '' for an unknown country. The service takes an address without one for a German one, if its zip code may be German. */
function countryReader(field: string, columns: Columns, fields: MappingFile['fields']): ValueReader {
  const side = field.slice(0, field.indexOf('_') + 1);
  const readersOf = (names: readonly string[]) =>
    names.flatMap((name) => {
      const rule = fields[name];
      return (rule === undefined ? undefined : valueReader(rule, columns, textOfCell)) ?? [];
    });
  const countries = readersOf([`${side}country`, 'bill_country']);
  const places = readersOf([`${side}zipcode`, `${side}zip_city`]);
  return (values) => {
    const country = countries.map((read) => read(values)).find((text) => text !== '');
    if (country !== undefined) return countryCode(country) ?? '';
    const place = places.map((read) => read(values)).find((text) => text !== '');
    return place === undefined || germanZipStart.test(place) ? 'de' : '';
  };
}
