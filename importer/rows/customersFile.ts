import { identColumns } from '../journal/identsFile.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { ImportError } from '../source/importError.ts';
import { openSource } from '../source/source.ts';
import { unguardedCell } from '../source/spreadsheetCells.ts';

export type CustomerIdents = ReadonlyMap<string, string>;

export interface CustomersFile {
  readonly file: string;
  readonly idents: CustomerIdents;
}

const [, ...columns] = identColumns;

/** Reads the file that an import of customers wrote with `--idents`. Throws an ImportError for another file. */
export async function readCustomersFile(file: string): Promise<CustomersFile> {
  const source = await openSource(file);
  try {
    const [external, ident] = columns.map((name) => source.columns.indexOf(name));
    if (external === undefined || ident === undefined || external < 0 || ident < 0)
      throw new ImportError(
        `${file} is not an idents file, which has the columns ${columns.join(' and ')}: set --customers to the file that the import of the customers wrote with --idents`,
      );
    const idents = new Map<string, string>();
    for await (const rows of source.rows())
      for (const { values } of rows) idents.set(unguardedCell(values[external] ?? ''), values[ident] ?? '');
    idents.delete('');
    return { file, idents };
  } finally {
    await source.close();
  }
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
  if (customers && !named)
    throw new ImportError(
      `${file}: no column is mapped to customer_external_ident, so --customers has no effect: choose the column with the idents of the customers with --column customer_external_ident=COLUMN, or leave out --customers`,
    );
  if (!named || customers) return;
  throw new ImportError(
    `${file}: the addresses identify their customers by ${named.from}: set --customers to the file that the import of the customers wrote with --idents`,
  );
}
