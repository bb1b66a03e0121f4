import { exampleDay, exampleIdents, exampleTime, importedRecords } from './exampleRecords.ts';
import type { OperationTexts } from './operationText.ts';

const { article: article_ident, importedArticle, otherImportedArticle } = exampleIdents;
const unknown = 'art_unknown';

export const articleTexts: OperationTexts<'article'> = {
  'article.create': {
    rules: [
      'A create with an `external_ident` that exists at this source creates no second record. It is refused with the ident of the existing record, so an import may run twice.',
    ],
    answer: { article_ident },
    refused: {
      external_ident_exists: {
        request: importedRecords.importedArticle,
        data: { article_ident: importedArticle },
      },
    },
  },
  'article.read': {
    rules: [
      'Send `article_ident`; or `article_identifier` with `sku` or `ean` and the field that it names: `{ "article_identifier": "sku", "article_sku": "TEA-1" }`. When that field is missing: `article_sku not set`.',
      'Several articles may have the same SKU or EAN. Then the answer has the fields of the oldest one, `articles` (all matches, oldest first, at most 100 and 512 KiB of them) and `count` (the number of all matches). The message has the ident of the oldest one.',
      '`sales`: `count` is the sum of the quantities in orders, `price` is count × net price, `price_total` is count × gross price.',
    ],
    answer: {
      article_ident,
      article_title: 'Coffee beans',
      article_subtitle: '',
      article_description: '',
      article_nr: '10001',
      article_sku: '',
      article_ean: '',
      article_unit: 'unit_kg',
      article_type: 'native',
      date_created: exampleTime,
      article_price: 12,
      article_tax_rate: 19,
      article_purchase_price: 0,
      article_price_total: 14.28,
      date_created_user: exampleDay,
      sales: { count: 2, price: 24, price_total: 28.56 },
    },
    refused: { article_not_found: { request: { article_ident: unknown }, data: null } },
  },
  'article.update': {
    rules: [
      'Only the fields that are sent are changed. When two updates send the same field, the last one wins.',
      '`data` has the ident and every written field with its stored value, after cleaning.',
      'With `validate`, nothing is written if another record of the account has the same value in the field that `validate` names. Of two such updates at the same time, only one can write the value. If the named field is not sent, `validate` has no effect.',
    ],
    answer: { article_ident, article_price: 13.5 },
    refused: {
      article_not_found: { request: { article_ident: unknown, article_price: 13.5 }, data: null },
      value_exists: {
        request: { article_ident, validate: 'article_nr', article_nr: '10002' },
        data: { article_ident, article_nr: '10002' },
      },
      external_ident_exists: {
        request: { article_ident: otherImportedArticle, article_type: 'shop' },
        data: { article_ident: importedArticle },
      },
    },
  },
  'article.delete': {
    rules: [],
    answer: null,
    refused: { article_not_found: { request: { article_ident: unknown }, data: null } },
  },
  'article.exists': {
    rules: [],
    answer: { article_ident },
    refused: { article_not_found: { request: { article_ident: unknown }, data: null } },
  },
};
