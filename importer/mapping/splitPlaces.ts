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
    if (/^[^\d]+$/.test(text)) input[`${side}city`] ??= text;
    else if (/^\d{4,5}$/.test(text)) input[`${side}zipcode`] ??= text;
    else if (!setPlace(input, side, text))
      return unreadableValue(
        field,
        `"${text}" is not a zip code and a city, such as 10115 Berlin: correct it`,
      );
    else repairs.push(`${field}: split into zip code and city`);
    return undefined;
  };
}

export function zipInCity(side: Side): Split {
  return (input, repairs) => {
    if (setPlace(input, side, String(input[`${side}city`] ?? '')))
      repairs.push(`${side}city: split into zip code and city`);
    return undefined;
  };
}

/** Splits `Weg 1, 24103 Kiel, Deutschland`. Refuses another text that seems to be a whole address. */
export function placeInStreet(side: Side): Split {
  return (input, repairs) => {
    const field = `${side}street`;
    const text = String(input[field] ?? '');
    const parts = addressLines(text);
    const country = parts.length > 2 ? countryCode(parts.at(-1) ?? '') : undefined;
    const lines = country === undefined ? parts : parts.slice(0, -1);
    const place = lines.length > 1 ? placeAtEnd(lines) : undefined;
    if (place && setPlace(input, side, place.text)) {
      input[field] = lines.slice(0, -place.lines).join(', ');
      if (country !== undefined && !isSet(input, `${side}country`)) input[`${side}country`] = country;
      repairs.push(`${field}: split into street, zip code and city`);
      return undefined;
    }
    return parts.slice(1).some((part) => /\d{4}/.test(part))
      ? unreadableValue(
          field,
          `"${text}" seems to be a whole address: write its zip code and city into columns of their own, or as in Weg 1, 24103 Kiel`,
        )
      : undefined;
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

function setPlace(input: Input, side: Side, text: string): boolean {
  const british = britishZip.exec(text.trim());
  const [, town] = withoutBlanksAtEnd.exec(text.trim().slice(0, british?.index ?? 0)) ?? [];
  if (british && town !== undefined) {
    input[`${side}zipcode`] = british[0];
    input[`${side}city`] = town;
    if (!isSet(input, `${side}country`)) input[`${side}country`] = 'gb';
    return true;
  }
  const [, mark, zip, city] = zipCity.exec(text.trim()) ?? [];
  if (zip === undefined || city === undefined) return false;
  input[`${side}zipcode`] = zip;
  input[`${side}city`] = city;
  const country = mark === undefined ? undefined : countryCode(mark);
  if (country !== undefined && !isSet(input, `${side}country`)) input[`${side}country`] = country;
  return true;
}

/** Removes a field; returns what it had, or an empty text. */
export function takeFrom(input: Input, field: string): string {
  const value = String(input[field] ?? '');
  delete input[field];
  return value;
}
