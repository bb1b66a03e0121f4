import {
  exampleCreation,
  exampleDay,
  exampleIdents,
  exampleTime,
  exampleVersion,
  importedRecords,
} from './exampleRecords.ts';
import {
  conditionalUpdate,
  findRules,
  historyRules,
  listRules,
  maxListSize,
  type OperationTexts,
  onCondition,
  putRules,
  refusedCursors,
  refusedHistory,
  repeatedImport,
  sourceRule,
  updateRules,
  validateRule,
} from './textParts.ts';

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
  'article.history': {
    rules: historyRules('article'),
    answer: { entries: [{ operation: 'article.create', ...exampleCreation }], cursor: null },
    refused: {
      article_not_found: { request: { article_ident: unknown }, data: null },
      ...refusedHistory({ article_ident }),
    },
  },
  'article.create': {
    rules: [repeatedImport],
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
      'Send `article_ident`, or `sku` or `ean` as `article_identifier` and the field that it names: `{ "article_identifier": "sku", "article_sku": "TEA-1" }`. If that field is missing, the message is `article_sku not set`. To read by number or `external_ident`, use `article.find`.',
      `Several articles may have the same SKU or EAN. Then the answer has the fields of the oldest one, \`articles\` (all matches, oldest first, at most 100 and ${maxListSize} of them) and \`count\` (the number of all matches). The message has the ident of the oldest one.`,
      '`sales`: `count` is the sum of the quantities in orders, `price` is count × net price, `price_total` is count × gross price.',
    ],
    answer: exampleArticle,
    refused: { article_not_found: { request: { article_ident: unknown }, data: null } },
  },
  'article.list': {
    rules: [
      ...listRules({
        records: 'articles',
        compared:
          '`price_from` and `price_to` (both included), `created_from` and `created_to`, and `article_type` and `external_account_name` without `external_ident`',
        sorts: '`number` is `article_nr`; `title` compares its first 64 characters in lower case.',
        ignoringCase: 'title',
        letterByLetter: 'number, SKU or EAN',
        queried: 'the title, the number, SKU, EAN and `external_ident`, or the subtitle',
      }),
      'Each article has the fields of `article.read`, and also `external_ident`, `external_account_name` and `date_updated`.',
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
    rules: [...findRules('article')],
    answer: {
      articles: [{ article_ident, version: exampleVersion, article_nr: '10001', article_price: 12 }],
    },
    refused: {},
  },
  'article.put': {
    rules: putRules('article'),
    answer: { article_ident, result: 'created' },
    refused: {
      article_not_found: { request: { external_ident: '4713', article_price: 13.5 }, data: null },
      number_repeats: { request: { article_nr: 'A-1', article_price: 13.5 }, data: null },
      external_ident_exists: {
        request: { article_nr: 'A-2', article_type: 'shop' },
        data: { article_ident: importedArticle },
      },
    },
  },
  'article.update': {
    rules: [sourceRule('article_type'), ...updateRules, conditionalUpdate, validateRule],
    answer: { article_ident, article_price: 13.5 },
    refused: {
      article_not_found: { request: { article_ident: unknown, article_price: 13.5 }, data: null },
      record_changed: {
        request: { article_ident, if_version: 'outdated', article_price: 13.5 },
        data: { article_ident, version: exampleVersion },
      },
      value_exists: {
        request: { article_ident, validate: 'article_nr', article_nr: 'A-1' },
        data: { article_ident, article_nr: 'A-1' },
      },
      external_ident_exists: {
        request: { article_ident: otherImportedArticle, article_type: 'shop' },
        data: { article_ident: importedArticle },
      },
    },
  },
  'article.delete': {
    rules: [onCondition],
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
