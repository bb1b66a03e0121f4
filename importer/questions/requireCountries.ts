import { fieldsByName } from '../mapping/guess/headerNames.ts';
import type { MappingFile } from '../mapping/rules/mappingFile.ts';
import type { Resource } from '../mapping/rules/resourceFields.ts';
import type { Reading } from '../mapping/rules/steps.ts';
import { allColumnsOf, valueReader } from '../mapping/rules/valueReader.ts';
import { americanStates } from '../mapping/splitPlaces.ts';
import { isNoValue } from '../mapping/values/cells.ts';
import { countryCode } from '../mapping/values/countryCodes.ts';
import { meantOption } from '../mapping/values/meantOption.ts';
import { plainWord } from '../mapping/values/vocabulary.ts';
import { germanZip, isGermanZip, zipsIn } from '../mapping/zipCodes.ts';
import { columnsIn, factsOf, shown, valuesOf } from '../rows/columns.ts';
import type { ColumnFacts, Inspection } from '../rows/inspectColumns.ts';
import { answer, ImportError } from '../source/importError.ts';
import { withFields } from './optionRules.ts';

/** Codes of the states of Germany, some of which are those of countries, too: BW is also Botswana, and BY Belarus. */
const states: ReadonlySet<string> = new Set('BW BY BE BB HB HH HE MV NI NW RP SL SN ST SH TH'.split(' '));

/** Throws an ImportError when a column that was taken for countries has states of Germany, beside German zip codes. */
export function requireCountries(
  { fields }: MappingFile,
  inspection: Inspection,
  { guessed }: Pick<Reading, 'guessed'>,
  file: string,
): void {
  const valuesIn = (field: string) =>
    factsOf(inspection, allColumnsOf(fields[field])).flatMap((column) => [...valuesOf(column).keys()]);
  for (const side of ['bill_', 'delivery_']) {
    const field = `${side}country`;
    const values = valuesIn(field);
    const [column = ''] = allColumnsOf(fields[field]);
    const zips = valuesIn(`${side}zipcode`);
    const isNamed = values.length > 1 || /land|state/.test(plainWord(column));
    const areStates = values.length > 0 && values.every((value) => states.has(value.trim()));
    if (!guessed.has(field) || !isNamed || !areStates) continue;
    if (zips.length === 0 || !zips.every((zip) => germanZip.test(zip))) continue;
    throw new ImportError(
      `${file}: column "${column}" seems to have states of Germany instead of countries (${shown(values)}), beside German zip codes: leave it out with ${answer(`--column ${field}=`)}, or confirm that these are countries with ${answer(`--column ${field}="${column}"`)}`,
    );
  }
}

/**
 * Throws an ImportError when no column gives the country, and the rows are not German ones: the service would store them as such.
 * A column that has only countries is proposed. A user who chose a column, or none, has decided.
 */
export function requireCountryColumn(
  resource: Resource,
  { fields: all }: MappingFile,
  inspection: Inspection,
  given: Readonly<Record<string, string>>,
  file: string,
): void {
  // A preset has fields whose columns the file lacks.
  const fields = withFields(all, (_, rule) => valueReader(rule, columnsIn(inspection)) !== undefined);
  const mapped = new Set(Object.values(fields).flatMap(allColumnsOf).map(plainWord));
  const free = inspection.columns.filter(({ name, filled }) => filled > 0 && !mapped.has(plainWord(name)));
  for (const side of ['bill_', 'delivery_']) {
    const field = `${side}country`;
    const isDecided = (one: string) => fields[one] !== undefined || one in given;
    if (!isDecided(field)) refuseCountryCodes(resource, field, free, file);
    const isKnown = ['bill_country', field].some(isDecided);
    const hasZips = ['zipcode', 'zip_city'].some((part) => fields[side + part] !== undefined);
    const found = isKnown ? [] : zipsIn(fields, side, inspection);
    if (isKnown || (!hasZips && found.length === 0)) continue;
    const state = free.find(hasAmericanStates);
    if (state)
      throw new ImportError(
        `${file}: "${state.name}" has states of the United States (${shown([...valuesOf(state).keys()])}), and no column gives the country: set it for all rows with ${answer(`--value ${field}:=us`)}, or choose its column with ${answer(`--column ${field}=COLUMN`)}`,
      );
    const column = free.find(hasCountries);
    if (column)
      throw new ImportError(
        `${file}: "${column.name}" has only names or codes of countries (${shown([...valuesOf(column).keys()])}), and no other column gives the country: take them for it with ${answer(`--column ${field}="${column.name}"`)}, or say which country all rows are in with ${answer(`--value ${field}:=de`)}`,
      );
    const zips = found.filter(({ isMarked }) => !isMarked).map(({ text }) => text);
    if (zips.length === 0 || found.some(({ text }) => isGermanZip(text))) continue;
    const likely = likelyCountry(zips);
    throw new ImportError(
      `${file}: no column gives the country, and the zip codes are not German (${shown(zips)}): choose its column with ${answer(`--column ${field}=COLUMN`)}, or say which country all rows are in with ${likely === undefined ? `--value ${field}:=COUNTRY` : answer(`--value ${field}:=${likely}`)} (${answer(`--value ${field}:=de`)} for Germany)`,
    );
  }
}

/** Different codes of a column tell foreign customers from others, whatever they mean. */
function refuseCountryCodes(
  resource: Resource,
  field: string,
  columns: readonly ColumnFacts[],
  file: string,
): void {
  const names = fieldsByName(resource);
  for (const column of columns) {
    const word = plainWord(column.name);
    const isNamed = [word, word.replace(codeOfCountry, '')].some((name) => names.get(name)?.field === field);
    const codes = [...valuesOf(column).keys()].filter((value) => value !== '0' && !isNoValue(value));
    const unknown = codes.filter((code) => countryCode(code) === undefined);
    if (!isNamed || codes.length < 2 || unknown.length === 0) continue;
    throw new ImportError(
      `${file}: column "${column.name}" has unknown codes of countries (${shown(unknown)}), and no other column gives the country: take it with ${answer(`--column ${field}="${column.name}"`)} and say what each code means, such as ${meantOption('--value', `${field}:${unknown[0]}`, 'COUNTRY')}, or leave it out with ${answer(`--column ${field}=`)} if all rows are in Germany`,
    );
  }
}

/** Parts of a name around the word for a country, such as `OXCOUNTRYID`. */
const codeOfCountry = /^(?:ox|id)|(?:id|nr|no|num|nummer|number|key|schluessel|code)$/g;

/** Forms of zip codes that only one country has. */
const zipForms: readonly (readonly [RegExp, string])[] = [
  [/^\d{4} ?[A-Z]{2}(?:$| )/i, 'nl'],
  [/^\d{2}-\d{3}(?:$| )/, 'pl'],
  [/^\d{4}-\d{3}(?:$| )/, 'pt'],
  [/^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i, 'gb'],
  [/^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i, 'ca'],
];

function likelyCountry(zips: readonly string[]): string | undefined {
  return zipForms.find(([form]) => zips.every((zip) => form.test(zip.trim())))?.[1];
}

const countryLike = /land|lkz|kfz|country|pays|pais|paese|nazion|nation|kraj|panstwo|zeme|stat|orszag/;
const otherCodes = /sprache|lang|idioma|jezyk|taal|locale|lingua|nationalit|staatsang/;

/** DE, CA and IN are Delaware, California and Indiana in a column of states. Provinces may be those of Italy: CO is also Como. */
function hasAmericanStates(column: ColumnFacts): boolean {
  const values = [...valuesOf(column).keys()];
  return /state/.test(plainWord(column.name)) && values.every((value) => americanStates.has(value.trim()));
}

/** One letter may mean anything unless the name of the column says that it is a country. */
function hasCountries(column: ColumnFacts): boolean {
  const name = plainWord(column.name);
  const values = [...valuesOf(column).keys()];
  if (otherCodes.test(name) || !values.every((value) => countryCode(value) !== undefined)) return false;
  return countryLike.test(name) || values.every((value) => value.trim().length > 2);
}
