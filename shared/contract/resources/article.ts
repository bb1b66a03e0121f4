import type { Static } from 'typebox';
import {
  choice,
  dateTime,
  decimal,
  emptyIsDefault,
  ident,
  line,
  type Meanings,
  note,
  percentage,
  version,
} from './field.ts';
import { type importSource, importSourceMeanings } from './importSource.ts';

export const articleFields = {
  article_title: line(255),
  article_subtitle: line(255),
  article_description: note(),
  article_nr: line(128),
  article_sku: line(128),
  article_ean: line(128),
  article_unit: choice(['unit_ppu', 'unit_hour', 'unit_lump', 'unit_kg']),
  article_type: emptyIsDefault(line(128, 'native')),
  article_price: decimal(),
  article_tax_rate: percentage(),
  article_purchase_price: decimal(),
  date_created: dateTime(),
};

export const articleReadOnly = {
  article_ident: ident(),
  article_price_total: decimal(),
  version: version(),
  date_updated: dateTime(),
  date_created_user: line(10),
  date_updated_user: line(10),
};

/** The type requires a meaning for every unit. */
export const articleUnits: Readonly<Record<Static<typeof articleFields.article_unit.schema>, string>> = {
  unit_ppu: 'price per unit',
  unit_hour: 'hours',
  unit_lump: 'lump sum',
  unit_kg: 'kilograms',
};

export const articleMeanings: Meanings<typeof importSource & typeof articleFields & typeof articleReadOnly> =
  {
    ...importSourceMeanings('article'),
    article_title: 'Title.',
    article_subtitle: 'Subtitle.',
    article_description: 'Description.',
    article_nr: {
      always: 'Article number. May repeat, unless it was generated.',
      create: 'Generated when it is empty or not sent.',
    },
    article_sku: 'SKU. May repeat.',
    article_ean: 'EAN. May repeat. Stored as sent, not checked.',
    article_unit: 'Unit of the price, see [units](#units).',
    article_type: 'Source of the article, such as the name of a marketplace; `csv` for CSV imports.',
    article_price: 'Net price, in the currency of the account (`account.read`).',
    article_tax_rate: 'Tax rate in percent.',
    article_purchase_price: 'Purchase price, in the currency of the account (`account.read`).',
    date_created: 'When the article was created, in UTC. May be set and changed.',
    article_ident: 'The article.',
    article_price_total:
      'Gross price, in the currency of the account (`account.read`): net price × (100 + tax rate) / 100, in decimal arithmetic, rounded half up to 4 decimals.',
    version:
      'Changes with every change of the article, see [conditional changes](#conditional-changes). Sales do not change it.',
    date_updated: 'When the article was last changed, in UTC.',
    date_created_user: "Day of `date_created` in the account's time zone.",
    date_updated_user: "Day of `date_updated` in the account's time zone.",
  };
