import { codesOfPlaces } from '../mapping/guess/zipColumn.ts';
import type { MappingFile } from '../mapping/rules/mappingFile.ts';
import { allColumnsOf } from '../mapping/rules/valueReader.ts';
import { factsOf, shown, valuesOf } from '../rows/columns.ts';
import type { Inspection } from '../rows/inspectColumns.ts';
import { answer, ImportError } from '../source/importError.ts';

/** Throws an ImportError when the numbers of customers may be the zip codes that the file seems to lack. */
export function requireZipCodes(
  { fields }: MappingFile,
  inspection: Inspection,
  given: Readonly<Record<string, string>>,
  file: string,
): void {
  const values = (column: string) =>
    factsOf(inspection, [column]).flatMap((facts) => [...valuesOf(facts).keys()]);
  const columns = inspection.columns.map(({ name }) => name);
  const found = codesOfPlaces('customers', fields, { columns, values });
  const isGiven = ['customer_nr', 'bill_zipcode', 'bill_zip_city'].some((field) => field in given);
  if (!found || isGiven || !allColumnsOf(fields.customer_nr).includes(found.column)) return;
  const { column, field } = found;
  throw new ImportError(
    `${file}: column "${column}" may have zip codes or the numbers of the customers (${shown(values(column))}): choose with ${answer(`--column ${field}="${column}"`)} or ${answer(`--column customer_nr="${column}"`)}`,
  );
}
