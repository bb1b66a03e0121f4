import { addressReadOnly } from '../../shared/contract/resources/address.ts';
import { articleReadOnly } from '../../shared/contract/resources/article.ts';
import { customerReadOnly } from '../../shared/contract/resources/customer.ts';
import type { Fields } from '../../shared/contract/resources/field.ts';
import { typeOf } from './fieldTable.ts';
import { code, table } from './markdown.ts';
import { meaningOf } from './meanings.ts';
import { operationTexts } from './texts/operationTexts.ts';

type DocumentedResource = 'customer' | 'address' | 'article';

/** Members of answers that are not fields, with their types. */
const besideFields: Readonly<Record<DocumentedResource, readonly (readonly string[])[]>> = {
  customer: [
    ['`address_data`', 'array', 'The delivery addresses, see [customer.read](#customer-read).'],
    ['`address_count`', 'integer', 'The number of addresses, if `address_data` does not have all of them.'],
    ['`customers`', 'array', 'All matches, if there are several, see [customer.read](#customer-read).'],
    ['`count`', 'integer', 'The number of matching records, if there are several.'],
  ],
  address: [],
  article: [
    ['`sales`', 'object', 'The quantity and the prices that were sold, see [article.read](#article-read).'],
    ['`articles`', 'array', 'All matches, if there are several, see [article.read](#article-read).'],
    ['`count`', 'integer', 'The number of matching records, if there are several.'],
  ],
};

const titles: Readonly<Record<DocumentedResource, string>> = {
  customer: 'Customers',
  address: 'Delivery addresses',
  article: 'Articles',
};

/** The fields of each resource that only answers have. */
export function readOnlyTables(): string {
  return [
    tableOf('customer', customerReadOnly),
    tableOf('address', addressReadOnly),
    tableOf('article', articleReadOnly),
  ].join('\n\n');
}

function tableOf(resource: DocumentedResource, fields: Fields): string {
  const answered = namesIn(operationTexts[resource === 'article' ? 'article.read' : 'customer.read'].answer);
  const rows = Object.entries(fields)
    .filter(([name]) => answered.has(name))
    .map(([name, { schema }]) => [code(name), typeOf(schema), meaningOf(`${resource}.read`, name)]);
  return `${titles[resource]}:\n\n${table(['field', 'type', 'meaning'], [...rows, ...besideFields[resource]])}`;
}

/** The names in an answer and in what it holds. */
function namesIn(answer: unknown): ReadonlySet<string> {
  if (typeof answer !== 'object' || answer === null) return new Set();
  const own = Array.isArray(answer) ? [] : Object.keys(answer);
  return new Set([...own, ...Object.values(answer).flatMap((value) => [...namesIn(value)])]);
}
