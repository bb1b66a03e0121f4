import { ImportError } from '../../source/importError.ts';
import { quoted } from '../../source/words.ts';
import type { MappingFile } from '../rules/mappingFile.ts';

/** Fields of which each customer needs one. */
export const naming = ['bill_company', 'bill_firstname', 'bill_lastname', 'bill_email', 'customer_nr'];

/** Throws an ImportError when no column says who the customers are: they would be empty. */
export function requireNames({ fields }: MappingFile, columns: readonly string[], file: string): void {
  if (naming.some((field) => Object.hasOwn(fields, field))) return;
  throw new ImportError(
    `${file}: no column gives a name, company, e-mail address or number of the customers: its columns are ${quoted(columns)}; choose one, such as --column bill_lastname=COLUMN`,
  );
}
