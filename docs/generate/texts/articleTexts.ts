import { exampleDay, exampleIdents, exampleTime, exampleVersion, importedRecords } from './exampleRecords.ts';
import { listRules, refusedCursors } from './listText.ts';
import type { OperationTexts } from './operationText.ts';

const { article: article_ident, importedArticle, otherImportedArticle } = exampleIdents;
const unknown = 'art_unknown';

const exampleArticle = {
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
  version: exampleVersion,
  date_created_user: exampleDay,
  sales: { count: 2, price: 24, price_total: 28.56 },
};

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
      'Send `article_ident`; or `article_identifier` with `sku` or `ean` and the field that it names: `{ "article_identifier": "sku", "article_sku": "TEA-1" }`. When that field is missing: `article_sku not set`. To read by number or `external_ident`, use `article.find`.',
      'Several articles may have the same SKU or EAN. Then the answer has the fields of the oldest one, `articles` (all matches, oldest first, at most 100 and 512 KiB of them) and `count` (the number of all matches). The message has the ident of the oldest one.',
      '`sales`: `count` is the sum of the quantities in orders, `price` is count × net price, `price_total` is count × gross price.',
    ],
    answer: exampleArticle,
    refused: { article_not_found: { request: { article_ident: unknown }, data: null } },
  },
  'article.list': {
    rules: [
      ...listRules({
        records: 'articles',
        filters:
          '`article_type` and `external_account_name` beside `external_ident` name its source. They are refused without it: you cannot list a source alone.',
        ignoringCase: 'title',
        letterByLetter: 'number, SKU or EAN',
      }),
      'Each article is as `article.read` answers it, and also has `external_ident`, `external_account_name` and `date_updated`.',
    ],
    answer: {
      articles: [
        {
          ...exampleArticle,
          external_ident: '',
          external_account_name: '',
          date_updated: exampleTime,
        },
      ],
      cursor: null,
    },
    refused: refusedCursors,
  },
  'article.find': {
    rules: [
      'Made for programs that synchronize or import: one request looks for up to 1,000 values, in one field, and reads a few fields of what it finds. Values are cleaned like the field (see [Fields](#fields)) and then compared byte for byte, as in `article.read`; `article_ident` is compared as it was sent.',
      'The records are in the order of the values, the oldest one of a value first. Values that no record has are not mentioned. With `article_type` or `external_account_name`, only records of that source are found; an empty `external_account_name` stands for the source without a name. An `external_ident` is unique only within its source: without both, records of all sources are found.',
      'A value may have several records. The answer has at most 10 of each value; `exceeded` has the values with more records than the answer shows, each with the number of all.',
      'When not all records fit into 512 KiB, or values have thousands of records, the answer covers the first values only. Then `next` is the index of the first value in `values` that is not covered: send the values from there on again.',
    ],
    answer: {
      articles: [{ article_ident, version: exampleVersion, article_nr: '10001', article_price: 12 }],
    },
    refused: {},
  },
  'article.update': {
    rules: [
      "A new `article_type` changes the source of the record's `external_ident`. If another record of that source has it, the update is refused with `external_ident_exists`.",
      'Only the fields that are sent are changed. When two updates send the same field, the last one wins.',
      '`data` has the ident and every written field with its stored value, after cleaning.',
      'With `if_version`, nothing is done if the record has another version, see [conditional changes](#conditional-changes). Otherwise `data` has the new `version` too. A `version` that is sent is ignored.',
      'With `validate`, nothing is written if another record of the account has the same value in the field that `validate` names. Of two such updates at the same time, only one can write the value. If the named field is not sent, `validate` has no effect.',
    ],
    answer: { article_ident, article_price: 13.5 },
    refused: {
      article_not_found: { request: { article_ident: unknown, article_price: 13.5 }, data: null },
      record_changed: {
        request: { article_ident, if_version: 'outdated', article_price: 13.5 },
        data: { article_ident, version: exampleVersion },
      },
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
    rules: [
      'With `if_version`, nothing is done if the record has another version, see [conditional changes](#conditional-changes).',
    ],
    answer: null,
    refused: {
      article_not_found: { request: { article_ident: unknown }, data: null },
      record_changed: {
        request: { article_ident, if_version: 'outdated' },
        data: { article_ident, version: exampleVersion },
      },
    },
  },
  'article.exists': {
    rules: [],
    answer: { article_ident },
    refused: { article_not_found: { request: { article_ident: unknown }, data: null } },
  },
};
