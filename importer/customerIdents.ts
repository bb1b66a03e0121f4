import { ImportError } from './importError.ts';
import { identColumns } from './record/idents.ts';
import type { CustomerIdents } from './sending/deliveryAddresses.ts';
import { openSource } from './source/source.ts';
import { unguardedCell } from './spreadsheetCells.ts';

const [, ...columns] = identColumns;

/** Reads what an import of customers wrote with `--idents`. Throws an ImportError for another file. */
export async function readCustomerIdents(file: string): Promise<CustomerIdents> {
  const source = await openSource(file);
  try {
    const [external, ident] = columns.map((name) => source.columns.indexOf(name));
    if (external === undefined || ident === undefined || external < 0 || ident < 0)
      throw new ImportError(
        `${file} has no columns ${columns.join(' and ')}: import customers writes it with --idents`,
      );
    const idents = new Map<string, string>();
    for await (const rows of source.rows())
      for (const { values } of rows) idents.set(unguardedCell(values[external] ?? ''), values[ident] ?? '');
    idents.delete('');
    return idents;
  } finally {
    await source.close();
  }
}
