import type { Input } from './mapping.ts';
import { countryCode } from './values/countryCodes.ts';
import { plainWord } from './values/vocabulary.ts';

/** Large cities of countries whose zip codes may look like German ones, by their names there, in German and in English. */
const cities: ReadonlySet<string> = new Set(
  [
    'paris lyon marseille toulouse nice nizza nantes strasbourg strassburg montpellier bordeaux lille rennes grenoble',
    'roma rom rome milano mailand milan torino turin napoli neapel naples genova genua genoa bologna firenze florenz florence venezia venedig venice verona palermo bari catania bolzano bozen',
    'madrid barcelona valencia sevilla seville zaragoza malaga murcia palma palmademallorca bilbao alicante',
    'newyork newyorkcity losangeles chicago houston philadelphia sanfrancisco sandiego dallas boston seattle miami atlanta washington denver',
    'stockholm goeteborg gothenburg malmoe malmo uppsala',
    'helsinki espoo tampere turku',
    'praha prag prague brno bruenn ostrava plzen pilsen',
    'bratislava pressburg kosice',
    'athen athina athens thessaloniki',
    'istanbul ankara izmir antalya bursa',
    'zagreb split rijeka osijek',
    'tallinn tartu',
  ].flatMap((names) => names.split(' ')),
);

/** Matches zip codes of regions that Germany does not have. `00000` stands for any. */
const noGermanZip = /^(?:00|05|43|62)(?!000)\d{3}$/;

/**
 * Returns what in an address says that it is not in Germany; undefined when nothing does. A VAT number counts more than a phone
 * number, which counts more than the place. `side` is the prefix of its fields.
 */
export function foreignSign(input: Input, side: string): string | undefined {
  const textOf = (field: string) => String(input[field] ?? '').trim();
  const vat = side === 'bill_' ? textOf('bill_vat_nr') : '';
  const numbers = ['phone', 'phone_mobile']
    .map((field) => textOf(side + field))
    .filter((text) => text !== '');
  if (/^DE ?\d/i.test(vat)) return undefined;
  if (isForeignVat(vat)) return `the VAT number "${vat}"`;
  const callingCodes = numbers.map(callingCodeOf);
  if (callingCodes.includes('germany')) return undefined;
  const phone = numbers[callingCodes.indexOf('other')];
  if (phone !== undefined) return `the phone number "${phone}"`;
  const zip = textOf(`${side}zipcode`);
  if (noGermanZip.test(zip)) return `the zip code "${zip}"`;
  const city = textOf(`${side}city`);
  return cities.has(plainWord(city)) ? `the city "${city}"` : undefined;
}

/** Matches `FR12 345678901`, `ATU12345678`, `ESB12345678` and `CHE-123.456.789`: a country before at least five digits. */
const vatNumber = /^([A-Z]{2})(?=[A-Z\d. -]{5,}$)(?=(?:.*\d){5})/;

function isForeignVat(text: string): boolean {
  const [, code = ''] = vatNumber.exec(text) ?? [];
  return code !== '' && code !== 'EU' && countryCode(code) !== undefined;
}

function callingCodeOf(phone: string): 'germany' | 'other' | undefined {
  const [, code] = /^(?:\+|00)([1-9]\d)/.exec(phone.replace(/[^+\d]/g, '')) ?? [];
  if (code === undefined) return undefined;
  return code === '49' ? 'germany' : 'other';
}
