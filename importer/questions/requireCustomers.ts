import { grouped } from '../../shared/contract/values/counted.ts';
import type { CustomersFile } from '../journal/identsFile.ts';
import { parentColumn } from '../mapping/guess/parentColumns.ts';
import type { Mapping } from '../mapping/mapping.ts';
import type { MappingOptions } from '../mapping/mappingOptions.ts';
import { columnsIn } from '../rows/columns.ts';
import type { Inspection } from '../rows/inspectColumns.ts';
import { answer, ImportError, known } from '../source/importError.ts';

/**
 * Throws an ImportError when rows belong to other rows: as contacts or addresses of a company, they are not customers. Rows are
 * selected by `only`, the values of a column.
 */
export function requireOwnRows(inspection: Inspection, { only = {} }: MappingOptions, file: string): void {
  const name = parentColumn('customers', columnsIn(inspection).names);
  const column = inspection.columns.find((one) => one.name === name);
  if (name === undefined || !column || column.filled === 0 || only[name] !== undefined) return;
  const lines = column.exampleLines.slice(0, 3).join(', ');
  const rows = `${grouped(column.filled)} of ${grouped(inspection.rows)} rows`;
  throw new ImportError(
    `${file}: "${name}" names another row in ${rows} (${column.filled === 1 ? 'line' : 'lines'} ${lines}${column.filled > 3 ? ' …' : ''}): these may be contacts or addresses of a customer. Import the others with --only "${name}=" --idents idents.csv, and then these as delivery addresses (import addresses FILE --customers idents.csv); or import all as customers with ${answer(`--only "${name}=*"`)}`,
  );
}

/**
 * Throws an ImportError when rows need the file of `--customers`, since all would be refused for the same reason, or when
 * there is such a file and no row uses it.
 */
export function requireCustomersFile(
  file: string,
  { description }: Mapping,
  customers: CustomersFile | undefined,
): void {
  const named = description.fields.find(({ field }) => field === 'customer_external_ident');
  if (customers && !customers.isFromRun && !named)
    throw new ImportError(
      `${file}: no column is mapped to customer_external_ident, so --customers has no effect: choose the column with the idents of the customers with --column customer_external_ident=COLUMN, or leave out --customers`,
    );
  if (!named || customers) return;
  throw new ImportError(
    known(
      'customers_needed',
      [named.from],
      `${file}: the addresses identify their customers by ${named.from}: set --customers to the file that the import of the customers wrote with --idents`,
    ),
  );
}
