import { factsOf, valuesOf } from '../rows/columns.ts';
import type { Inspection } from '../rows/inspectColumns.ts';
import { unreadableValue } from './completeRecord.ts';
import type { FieldFault, Input } from './mapping.ts';
import type { MappingFile } from './rules/mappingFile.ts';
import type { Resource } from './rules/resourceFields.ts';
import type { Reading } from './rules/steps.ts';
import { allColumnsOf } from './rules/valueReader.ts';
import { cellText, wholeDigits } from './values/cells.ts';

/** Restores leading zeros of German zip codes, and returns the problems of codes that are none. */
export function zipCodeRepair(
  resource: Resource,
  { fields }: MappingFile,
  { inspection }: Reading,
): (input: Input, repairs: string[]) => readonly FieldFault[] {
  const sides = (resource === 'articles' ? [] : ['bill_', 'delivery_']).flatMap((side) => {
    const rule = fields[`${side}zipcode`];
    if (rule === undefined) return [];
    const areGerman = inspection !== undefined && haveFiveDigits(inspection, allColumnsOf(rule));
    return [{ field: `${side}zipcode`, country: `${side}country`, areGerman }];
  });
  return (input, repairs) => {
    const faults: FieldFault[] = [];
    for (const { field, country, areGerman } of sides) {
      const zip = String(input[field] ?? '').trim();
      // A delivery address without a country is mostly in the country of its customer.
      const code = input[country] || input.bill_country || undefined;
      const isGerman = code === 'de';
      if (zip === '' || germanZip.test(zip) || !(isGerman || (code === undefined && areGerman))) continue;
      if (!/^\d{4}$/.test(zip)) faults.push(unreadableValue(field, notGerman(zip, isGerman, country)));
      else if (isGerman) {
        input[field] = `0${zip}`;
        repairs.push(`${field}: leading zero of German zip codes restored`);
      } else faults.push(unreadableValue(field, unclear(zip, country)));
    }
    return faults;
  };
}

/** Matches the five digits of German zip codes, also after the mark of the country. */
const germanZip = /^(?:DE?[- ]*)?\d{5}$/i;

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

function haveFiveDigits(inspection: Inspection, names: readonly string[]): boolean {
  return factsOf(inspection, names).some((column) =>
    [...valuesOf(column).keys()].some((value) => {
      const zip = cellText(value);
      return germanZip.test(wholeDigits(zip) ?? zip);
    }),
  );
}
