import { isSet, unreadableValue } from './completeRecord.ts';
import type { FieldFault, Input } from './mapping.ts';
import { countryCode } from './values/countryCodes.ts';

/** Begins the fields of one of the addresses of a customer. */
export type Side = 'bill_' | 'delivery_';

/** Changes a record in place, and adds what it changed to the repairs. */
export type Split = (input: Input, repairs: string[]) => FieldFault | undefined;

/** Matches `10115 Berlin`, `D-10115 Berlin`, `00-950 Warszawa`, `1011 AB Amsterdam` and `111 22 Stockholm`. */
const zipCity =
  /^(?:([A-Z]{1,3})[- ]+)?(\d{2}-\d{3}|\d{4} ?[A-Z]{2}(?= )|\d{3} \d{2}(?= )|\d{4}-\d{3}|\d{4,6})(?:\s*[,/]\s*|\s+)(\p{L}.*)$/u;

export function zipAndCity(side: Side): Split {
  return (input, repairs) => {
    const field = `${side}zip_city`;
    const text = takeFrom(input, field);
    if (text === '') return undefined;
    const place = placeOf(text);
    if (/^[^\d]+$/.test(text)) input[`${side}city`] ??= text;
    else if (/^\d{4,5}$/.test(text)) input[`${side}zipcode`] ??= text;
    else if (!place)
      return unreadableValue(
        field,
        `"${text}" is not a zip code and a city, such as 10115 Berlin: correct it`,
      );
    else {
      repairs.push(`${field}: split into zip code and city`);
      return setPlace(input, side, place, { field, text });
    }
    return undefined;
  };
}

export function zipInCity(side: Side): Split {
  return (input, repairs) => {
    const field = `${side}city`;
    const text = String(input[field] ?? '');
    const place = placeOf(text);
    if (!place) return undefined;
    repairs.push(`${field}: split into zip code and city`);
    return setPlace(input, side, place, { field, text });
  };
}

/** Splits `Weg 1, 24103 Kiel, Deutschland`. Refuses another text that seems to be a whole address. */
export function placeInStreet(side: Side): Split {
  return (input, repairs) => {
    const field = `${side}street`;
    const text = String(input[field] ?? '');
    const address = addressOf(text);
    if (address) {
      input[field] = address.street;
      repairs.push(`${field}: split into street, zip code and city`);
      return setPlace(input, side, address.place, { field, text });
    }
    return addressLines(text)
      .slice(1)
      .some((part) => /\d{4}/.test(part))
      ? unreadableValue(
          field,
          `"${text}" seems to be a whole address: write its zip code and city into columns of their own, or as in Weg 1, 24103 Kiel`,
        )
      : undefined;
  };
}

/** Returns the place that a split finds in a text of a column. */
export function placeIn(part: 'city' | 'street', text: string): Place | undefined {
  return part === 'city' ? placeOf(text) : addressOf(text)?.place;
}

function addressOf(text: string): { readonly street: string; readonly place: Place } | undefined {
  const parts = addressLines(text);
  const country = parts.length > 2 ? countryCode(parts.at(-1) ?? '') : undefined;
  const lines = country === undefined ? parts : parts.slice(0, -1);
  const end = lines.length > 1 ? placeAtEnd(lines) : undefined;
  const place = end && placeOf(end.text);
  if (!place) return undefined;
  return {
    street: lines.slice(0, -end.lines).join(', '),
    place: { ...place, country: place.country ?? country },
  };
}

/** Line breaks became blanks: `Kai 7 24103 Kiel Deutschland` had three lines. */
function addressLines(text: string): readonly string[] {
  const lines = text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const [, street, place = ''] = /^(.*\d ?[a-z]?) ((?:[A-Z]{1,3}-)?\d{4,5} \p{L}.*)$/iu.exec(text) ?? [];
  if (lines.length > 1 || street === undefined) return lines;
  const [, city, country] = /^(\S+ .+) (\p{L}{4,})$/u.exec(place) ?? [];
  return city === undefined || country === undefined || countryCode(country) === undefined
    ? [street, place]
    : [street, city, country];
}

export const americanStates: ReadonlySet<string> = new Set(
  `AL AK AZ AR CA CO CT DC DE FL GA HI ID IL IN IA KS KY LA MA MD ME MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD
   TN TX UT VT VA WA WV WI WY`.split(/\s+/),
);
/** May be a country with such zip codes, as in `DE 24103`. */
const alsoCountries: ReadonlySet<string> = new Set(['DE', 'MA', 'ME']);

/** Finds a zip code and a city in the last line, or the city before the state and zip code of the United States. */
function placeAtEnd(lines: readonly string[]): { readonly text: string; readonly lines: number } | undefined {
  const last = lines.at(-1) ?? '';
  if (britishZip.test(last) && lines.length > 2) return { text: `${lines.at(-2)} ${last}`, lines: 2 };
  const [, state = '', zip] = /^([A-Z]{2}) (\d{5})(?:-\d{4})?$/.exec(last) ?? [];
  if (!americanStates.has(state) || alsoCountries.has(state) || lines.length < 3)
    return { text: last, lines: 1 };
  return { text: `US-${zip} ${lines.at(-2)}, ${state}`, lines: 2 };
}

/** No other country has such zip codes: `DE4 3NA` is in Derby. */
const britishZip = /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/;
/** Takes linear time, also for many blanks. */
const withoutBlanksAtEnd = /^(.*[^ ,])[ ,]*$/s;

export interface Place {
  readonly zip: string;
  readonly city: string;
  /** ISO 3166-1 alpha-2, if the text says it. */
  readonly country: string | undefined;
}

function placeOf(given: string): Place | undefined {
  const text = given.trim();
  const british = britishZip.exec(text);
  const [, town] = withoutBlanksAtEnd.exec(text.slice(0, british?.index ?? 0)) ?? [];
  if (british && town !== undefined) return { zip: british[0], city: town, country: 'gb' };
  const [, mark, zip, city] = zipCity.exec(text) ?? [];
  if (zip === undefined || city === undefined) return undefined;
  return { zip, city, country: mark === undefined ? undefined : countryCode(mark) };
}

/** Sets the place of a row. The country that a text names may not be another one than that of the row. */
function setPlace(
  input: Input,
  side: Side,
  { zip, city, country }: Place,
  { field, text }: { readonly field: string; readonly text: string },
): FieldFault | undefined {
  input[`${side}zipcode`] = zip;
  input[`${side}city`] = city;
  const known = isSet(input, `${side}country`) ? input[`${side}country`] : undefined;
  if (country !== undefined && known !== undefined && country !== known)
    return unreadableValue(
      field,
      `"${text}" is in another country (${country.toUpperCase()}) than the row (${String(known).toUpperCase()}): correct one of them, or add the country of each row`,
    );
  if (country !== undefined) input[`${side}country`] = country;
  return undefined;
}

/** Removes a field; returns what it had, or an empty text. */
export function takeFrom(input: Input, field: string): string {
  const value = String(input[field] ?? '');
  delete input[field];
  return value;
}
