import { factsOf, valuesOf } from '../rows/columns.ts';
import type { Inspection } from '../rows/inspectColumns.ts';
import { unreadableValue } from './completeRecord.ts';
import type { FieldFault, Input } from './mapping.ts';
import type { MappingFile } from './rules/mappingFile.ts';
import type { Resource } from './rules/resourceFields.ts';
import type { Reading } from './rules/steps.ts';
import { allColumnsOf } from './rules/valueReader.ts';
import { cellText, type Problem, type Repaired, wholeDigits } from './values/cells.ts';

/** Restores leading zeros of German zip codes, and returns their problems. */
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
      const zip = String(input[field] ?? '');
      // A delivery address without a country is mostly in the country of its customer.
      const code = input[country] ?? input.bill_country;
      const found = code === 'de' || (code === undefined && areGerman) ? germanZip(zip) : undefined;
      if (!found) continue;
      if ('problem' in found) {
        if (code === 'de') faults.push(unreadableValue(field, found.problem));
      } else if (code === 'de') {
        input[field] = found.value;
        repairs.push(`${field}: ${found.repair}`);
      } else faults.push(unreadableValue(field, unclear(zip, country)));
    }
    return faults;
  };
}

function unclear(zip: string, country: string): string {
  return `"${zip}" may be a German zip code without its leading 0, or one of another country: correct it, or set ${country}`;
}

/**
 * Restores the leading 0 that spreadsheets remove: German zip codes have five digits. Returns undefined for a code that can
 * stay.
 */
function germanZip(zip: string): Repaired | Problem | undefined {
  if (!/^\d+$/.test(zip) || zip.length === 5) return undefined;
  if (zip.length === 4) return { value: `0${zip}`, repair: 'leading zero of German zip codes restored' };
  return { problem: `"${zip}" is not a German zip code, which has 5 digits: correct it, or its country` };
}

function haveFiveDigits(inspection: Inspection, names: readonly string[]): boolean {
  return factsOf(inspection, names).some((column) =>
    [...valuesOf(column).keys()].some((value) => {
      const zip = cellText(value);
      return /^\d{5}$/.test(wholeDigits(zip) ?? zip);
    }),
  );
}
