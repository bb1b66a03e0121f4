import type { FieldRule, FieldRules } from '../rules/mappingFile.ts';
import {
  areaCode,
  areCallingCodes,
  callingCode,
  hasHouseNumber,
  isAreaCode,
} from '../values/addressParts.ts';
import { plainWord } from '../values/vocabulary.ts';
import { headerWord } from './headerNames.ts';

interface Values {
  readonly examples: (column: string) => readonly string[];
}

/**
 * Joins what some programs have in several columns: street, house number and its addition, the lines of a company's name, area
 * code and phone number, country and VAT number. Columns that other fields have are not lines of a name.
 */
export function withJoins(
  rules: Readonly<Record<string, string>>,
  columns: readonly string[],
  context: Values,
  others: readonly string[] = [],
): FieldRules {
  const streets = streetJoins(rules, columns, context);
  const taken = new Set([...streets.values()].flatMap(({ join }) => join));
  const used = [...Object.values(rules), ...others];
  const joined = Object.entries(rules).flatMap(([field, column]): [string, FieldRule][] => {
    const street = streets.get(field);
    if (street) return [[field, street.join.length === 1 ? column : street]];
    if (taken.has(column)) return [];
    if (field.endsWith('_lastname')) return [[field, wholeLastName(column, columns, used)]];
    if (/_(?:name|company)$/.test(field)) return [[field, linesOf(column, used, columns, context)]];
    if (/_(?:phone|phone_mobile)$/.test(field)) return [[field, phoneJoin(field, column, columns, context)]];
    const country =
      field === 'bill_vat_nr' ? columns.find((one) => vatCountry.test(plainWord(one))) : undefined;
    return [[field, country === undefined ? column : { join: [country, column], with: '', needs: column }]];
  });
  return Object.fromEntries(joined);
}

/** Joins a phone number with its area code, and with the calling code of its country if no part has one or begins with 0. */
function phoneJoin(
  field: string,
  column: string,
  columns: readonly string[],
  { examples }: Values,
): FieldRule {
  const prefix = prefixIn(column, phoneName);
  if (prefix === undefined) return column;
  const owner = kindOf(field) + prefix;
  const others = columns.filter((one) => one !== column);
  const area = others.find((one) => isAreaCode(one) && ownerOf(one, areaCode) === owner);
  const national = area === undefined ? [column] : [area, column];
  const code = others.find((one) => ownerOf(one, callingCode) === owner && areCallingCodes(examples(one)));
  const isWhole = national.some((one) => examples(one).some((text) => /^[(\s]*[+0]/.test(text)));
  if (code === undefined || isWhole)
    return area === undefined ? column : { join: [area, column], needs: column };
  return { join: [code, ...national], needs: column };
}

interface StreetJoin {
  readonly join: readonly string[];
  readonly with?: string | readonly string[];
  readonly needs: string;
}

function streetJoins(
  rules: Readonly<Record<string, string>>,
  columns: readonly string[],
  { examples }: Values,
): ReadonlyMap<string, StreetJoin> {
  const houses = new Map(columns.map((column) => [houseNumber.exec(headerWord(column))?.[1], column]));
  const used = Object.values(rules);
  const free = columns.filter((column) => !used.includes(column));
  const streets = Object.entries(rules).filter(([field]) => field.endsWith('_street'));
  return new Map(streets.map(([field, column]) => [field, joinOf(field, column)]));

  function joinOf(field: string, street: string): StreetJoin {
    const prefix = prefixIn(street, streetName);
    if (prefix === undefined) return { join: [street], needs: street };
    const house = houses.get(prefix) ?? numberOf({ field, street, prefix }, rules, columns, { examples });
    const isNumbered = house !== undefined || examples(street).some(hasHouseNumber);
    const added = (isNumbered ? columns : [])
      .flatMap((column) => additionIn(column, prefix, house !== undefined) ?? [])
      .toSorted((one, other) => one.place - other.place);
    const numbers = house === undefined || house === street ? [] : [{ column: house, before: ' ' }];
    const all = [{ column: street, before: '' }, ...numbers, ...added];
    const join = all.map((part) => part.column);
    const isPlain = all.every(({ before }) => before === ' ' || before === '');
    return { join, ...(!isPlain && { with: all.map(({ before }) => before) }), needs: street };
  }

  /** `Zusatz` has additions only beside a house number, and if they look like them. */
  function additionIn(column: string, prefix: string, hasHouse: boolean) {
    const word = plainWord(column);
    if (!word.startsWith(prefix)) return undefined;
    const name = word.slice(prefix.length);
    const place = additions.findIndex(([pattern]) => pattern.test(name));
    const before = additions[place]?.[1];
    if (before !== undefined) return free.includes(column) ? { column, before, place } : undefined;
    const texts = examples(column);
    const isAddition = texts.length > 0 && texts.every((text) => additionText.test(text));
    return hasHouse && isAddition && unclearAddition.test(name) ? { column, before: ' ', place } : undefined;
  }
}

/** Finds a column `Nr.` with house numbers, if no street has one. */
function numberOf(
  { field, street, prefix }: { readonly field: string; readonly street: string; readonly prefix: string },
  rules: Readonly<Record<string, string>>,
  columns: readonly string[],
  { examples }: Values,
): string | undefined {
  const hasNumber = rules.customer_nr !== undefined;
  const used = Object.values(rules);
  const texts = examples(street);
  const whole = texts.filter(hasHouseNumber);
  if (whole.length * 2 > texts.length) return undefined;
  const place = columns.indexOf(street);
  const zip = columns.indexOf(rules[field.replace(/street$/, 'zipcode')] ?? '');
  const isOwn = (column: string) => prefix !== '' && plainWord(column).startsWith(prefix);
  const others = whole.length === 0 ? columns.filter((column) => !used.includes(column)) : [];
  return [...others.filter(isOwn), columns[place + 1] ?? '', ...others].find((column) => {
    const numbers = examples(column);
    const at = columns.indexOf(column);
    const isInside = at === place + 1 || (place < at && at < zip);
    if (isInside || isOwn(column)) return hasHouseNumbers(column, prefix, numbers, true);
    if (prefix !== '' || numbers.length === 0) return false;
    const mayCount = at === 0 && countsRows(numbers);
    // Without it, no street of several rows has a number.
    const isCertain = !mayCount && (hasNumber || texts.length > 1 || (at > 0 && at === place - 1));
    return hasHouseNumbers(column, prefix, numbers, isCertain);
  });
}

/** True for 4, 5, 6, and for a single number, which may be the first one. */
function countsRows(numbers: readonly string[]): boolean {
  return numbers.every((number, index) => Number(number) === Number(numbers[0]) + index);
}

/**
 * `Nummer` may be the number of the customer: it has house numbers only if this is certain by the other columns, or by a letter
 * as in `10a`.
 */
function hasHouseNumbers(
  column: string,
  prefix: string,
  texts: readonly string[],
  isCertain: boolean,
): boolean {
  const isHouse = isCertain || texts.some((text) => letterAtEnd.test(text));
  return isHouse && isNumberName(column, prefix) && texts.every((text) => houseNumberText.test(text));
}

/** Words before a last name, such as `van der`, and second last names, which columns of their own have. */
const wordsBefore =
  /^(?:tussenvoegsels?|voorvoegsel|namensvorsatz|vorsatzwort|adelszusatz|particule|(?:lastname|surname|name)?(?:preposition|infix|particle))$/;
const secondNames = /^(?:(?:segundo|2o)apellido|apellido(?:2|materno)|secon[dt]surname|secondlastname)$/;

function wholeLastName(column: string, columns: readonly string[], used: readonly string[]): FieldRule {
  const free = columns.filter((one) => !used.includes(one));
  const before = free.find((one) => wordsBefore.test(plainWord(one)));
  const second = free.find((one) => secondNames.test(plainWord(one)));
  const join = [before, column, second].filter((one) => one !== undefined);
  if (join.length === 1) return column;
  return second === undefined ? { join, needs: column } : { join };
}

/** Joins the lines of a name, such as `Name1` and `Name2`. */
function linesOf(
  column: string,
  used: readonly string[],
  columns: readonly string[],
  { examples }: Values,
): FieldRule {
  const base = plainWord(column).replace(/1$/, '');
  const others = ['2', '3', '4'].flatMap(
    (number) => columns.find((one) => plainWord(one) === base + number) ?? [],
  );
  const lines = others.filter((one) => !used.includes(one) && examples(one).length > 0);
  return lines.length === 0 ? column : { join: [column, ...lines], needs: column };
}

const houseNumberText = /^\d{1,4}(?: ?[a-z]{1,3})?(?: ?[-/+] ?(?:\d{1,4} ?[a-z]?|[a-z]{1,3}))?$/i;
const letterAtEnd = /\d ?[a-z]$/i;
const houseNumber =
  /^(.*?)(?:hausnummer|hausnr|hnr|housenumber|housenr|houseno|streetnumber|streetno|streetnr|numerocivico|ncivico|civico|nrdomu|numerdomu|nrbudynku|huisnummer|huisnr|numerorue|numeroderue|numerodevoie|numerovoie|cislopopisne|cislodomu|hazszam|kapino|binano|husnummer|husnr)$/;
/** Names of additions to a house number in their order, as `plainWord` writes them, with the text before their values. */
const additions: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:(?:huisnummer|huisnr|huis)?(?:toevoeging|toev|letter)|(?:toevoeging|toev)(?:aan)?huis(?:nummer|nr)|(?:hausnummern?|hausnr|hnr)zusatz|(?:housenumber|streetnumber|number)(?:addition|suffix|extension)|bister(?:quater)?|btq|indicederepetition|indicerepetition|esponente|husbokstav)$/,
    ' ',
  ],
  [/^(?:bus|busnummer|busnr)$/, ' bus '],
  [/^(?:nr|numer)?(?:lokalu|mieszkania)$|^cisloorientacni$/, '/'],
  [/^scala$/, ' scala '],
  [/^piano$/, ' piano '],
  [/^interno$/, ' int. '],
  [/^(?:etage|stockwerk|sal|emelet)$/, ', '],
  [/^(?:dor|ajto)$/, ' '],
  [/^(?:portal|bloque)$/, ', portal '],
  [/^escalera$/, ', esc. '],
  [/^(?:piso|planta)$/, ', '],
  [/^puerta$/, ' '],
];
const unclearAddition = /^(?:zusatz|addition|supplement|suffix|extension|complement|letter|buchstabe)$/;
const additionText = /^(?:\d{1,3} ?\p{L}?|\p{L}|\d\/\d|bis|ter|quater)$/iu;
const streetName =
  /^(.*?)(?:strassenname|strasse|str|streetname|streetaddress|street|adresse|address|anschrift|rue|voie|indirizzo|ulica|ulice|utca|vej|gade|morada|rua|straatnaam|straat|calle|adres|via)\d?$/;
const phoneName =
  /^(.*?)(?:mobiltelefon|mobilnummer|mobil|mobile|mobilephone|handynummer|handy|telefonnummer|telefon|telnr|tel|rufnummer|festnetz|phonenumber|phone|telephone|telefono|telefoonnummer|telefoon)\d?$/;
const vatCountry = /^(?:eu(?:land|laendercode|staat)|ustidland|vatcountry(?:code)?)$/;

/** `Liefer-Hausnummer` goes with `Liefer-Straße`. */
function prefixIn(column: string, pattern: RegExp): string | undefined {
  return pattern.exec(plainWord(column))?.[1];
}

/** The second of two columns `Nr` has the name `Nr (2)`; `Shipping Number` goes with `Shipping Street`. */
function isNumberName(column: string, prefix: string): boolean {
  const word = plainWord(column.replace(/ \(\d\)$/, ''));
  const own = word.startsWith(prefix) ? word.slice(prefix.length) : word;
  return /^(?:nr|no|num|numero|n|nummer|number|hausnr|numer)$/.test(own);
}

/** `Mobilvorwahl` goes with `Mobil`, `Telefonvorwahl` and `Vorwahl` with `Telefon`, `Ländervorwahl Mobil` with `Mobil`. */
function ownerOf(column: string, pattern: RegExp): string | undefined {
  const [, before, after = ''] = pattern.exec(plainWord(column)) ?? [];
  if (before === undefined) return undefined;
  const [, owner = '', mobile] =
    /^(.*?)(?:(mobil|handy|mobile)|telefon|tel|phone|festnetz|)$/.exec(before + after) ?? [];
  return (mobile === undefined ? '' : mobileKind) + owner;
}

function kindOf(field: string): string {
  return field.endsWith('_mobile') ? mobileKind : '';
}

const mobileKind = 'mobile ';
