import type { FieldRules } from '../rules/mappingFile.ts';
import type { Resource } from '../rules/resourceFields.ts';
import { hasGtinCheckDigit } from '../values/codes.ts';
import { formOfAddress, hasLegalForm } from '../values/nameKinds.ts';
import { flags, plainWord, titles } from '../values/vocabulary.ts';
import type { Guess, GuessContext } from './guessContext.ts';
import { isBareNumber, isNumberName } from './numberNames.ts';

/** `Mitgl.-Nr.` and `Nº paciente`, first in the file and different in each row, number the records, whatever they are called. */
export function withNumber(
  resource: Resource,
  guessed: Readonly<Record<string, string>>,
  columns: readonly string[],
  known: FieldRules,
  { isRunning, isUnique, values }: GuessContext,
): Pick<Guess, 'notices'> & { readonly fields: Readonly<Record<string, string>> } {
  const field = { articles: 'article_nr', customers: 'customer_nr', addresses: undefined }[resource];
  const first = columns.find((column) => !isRunning(column));
  const isOpen = field !== undefined && guessed[field] === undefined && known[field] === undefined;
  if (!isOpen || first === undefined || Object.values(guessed).includes(first))
    return { fields: guessed, notices: [] };
  const isNamed = isNumberName(first) || (isBareNumber(first) && values(first).every(isLong));
  if (!isNamed || !isUnique(first)) return { fields: guessed, notices: [] };
  const notice = `"${first}" is taken for ${field}, since it comes first and differs in each row (--column ${field}= leaves it out)`;
  return { fields: { ...guessed, [field]: first }, notices: [notice] };
}

/** A shorter `No.` may be that of a house, which begins with a digit. */
function isLong(text: string): boolean {
  return text.length > 4 || /^[A-Z]/i.test(text);
}

/** Maps `article_nr` to `article_ean` if there is an SKU and each number is a GTIN. */
export function withGtin(
  fields: Readonly<Record<string, string>>,
  known: FieldRules,
  { values }: GuessContext,
): Readonly<Record<string, string>> {
  const { article_nr: column, ...others } = fields;
  const hasEan = fields.article_ean !== undefined || known.article_ean !== undefined;
  if (column === undefined || fields.article_sku === undefined || hasEan) return fields;
  const numbers = values(column);
  const areGtins =
    numbers.length > 1 && numbers.every((text) => /^\d{12,14}$/.test(text) && hasGtinCheckDigit(text));
  return areGtins ? { ...others, article_ean: column } : fields;
}

/** Titles that fit into a line of an invoice; longer texts are descriptions. */
const maxTitleLength = 150;

/** A description that each row has is the title if no other column gives one. */
export function withTitle(
  fields: Readonly<Record<string, string>>,
  known: FieldRules,
  { needsTitle, isFull, values }: GuessContext,
): Readonly<Record<string, string>> {
  if (!needsTitle || fields.article_title !== undefined || known.article_title !== undefined) return fields;
  const field = ['article_subtitle', 'article_description'].find((name) => fields[name] !== undefined);
  const { [field ?? '']: column, ...others } = fields;
  if (column === undefined || !isFull(column)) return fields;
  const isTitle = values(column).every((text) => text.length <= maxTitleLength && !text.includes('\n'));
  return isTitle ? { ...others, article_title: column } : fields;
}

/** A column `Title` in which no form of address is found has the titles of jobs. Those of companies are left to a question. */
export function withoutJobTitles(
  fields: Readonly<Record<string, string>>,
  { values }: GuessContext,
): Pick<Guess, 'notices'> & { readonly fields: Readonly<Record<string, string>> } {
  const jobs = ['bill_title', 'delivery_title'].filter((field) => {
    const texts = values(fields[field] ?? '');
    return (
      fields[field] !== field &&
      texts.length > 0 &&
      texts.every((text) => !isFormOfAddress(text) && !hasLegalForm(text))
    );
  });
  const notices = jobs.map(
    (field) =>
      `"${fields[field]}" is not used, since "${values(fields[field] ?? '')[0]}" is not a form of address`,
  );
  return {
    fields: Object.fromEntries(Object.entries(fields).filter(([field]) => !jobs.includes(field))),
    notices,
  };
}

function isFormOfAddress(text: string): boolean {
  return titles.has(plainWord(text)) || formOfAddress.test(`${text} `) || /^-?\d+$/.test(text);
}

const kindName = /(?:type|typ|art|tipo|rodzaj|soort|podmiot)$/;

/** A column `Kundenart` says who is a company only in words: numbers and other words are those of the program. */
export function withoutKindCodes(
  fields: Readonly<Record<string, string>>,
  { values }: GuessContext,
): Pick<Guess, 'notices'> & { readonly fields: Readonly<Record<string, string>> } {
  const { is_business_client: column, ...others } = fields;
  if (column === undefined || !kindName.test(plainWord(column))) return { fields, notices: [] };
  const unclear = values(column).filter((text) => /^\d*$/.test(text) || !flags.has(plainWord(text)));
  if (unclear.length === 0) return { fields, notices: [] };
  const notice = `"${column}" is not used, since "${unclear[0]}" does not say who is a company (translate it with "values" in a mapping file, for is_business_client)`;
  return { fields: others, notices: [notice] };
}
