import type { MappingFile } from '../mapping/rules/mappingFile.ts';
import type { Reading } from '../mapping/rules/steps.ts';
import { allColumnsOf } from '../mapping/rules/valueReader.ts';
import { plainWord } from '../mapping/values/vocabulary.ts';
import { factsOf, shown, valuesOf } from '../rows/columns.ts';
import type { Inspection } from '../rows/inspectColumns.ts';
import { answer, ImportError } from '../source/importError.ts';

/** Codes of the states of Germany, some of which are those of countries, too: BW is also Botswana, and BY Belarus. */
const states: ReadonlySet<string> = new Set('BW BY BE BB HB HH HE MV NI NW RP SL SN ST SH TH'.split(' '));
const germanZip = /^(?:DE?[- ]*)?\d{5}$/i;

/** Throws an ImportError when a column that was taken for countries has states of Germany, beside German zip codes. */
export function requireCountries(
  { fields }: MappingFile,
  inspection: Inspection,
  { guessed }: Pick<Reading, 'guessed'>,
  file: string,
): void {
  const valuesIn = (field: string) =>
    factsOf(inspection, fields[field] === undefined ? [] : allColumnsOf(fields[field])).flatMap((column) => [
      ...valuesOf(column).keys(),
    ]);
  for (const side of ['bill_', 'delivery_']) {
    const field = `${side}country`;
    const values = valuesIn(field);
    const [column = ''] = fields[field] === undefined ? [] : allColumnsOf(fields[field]);
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
