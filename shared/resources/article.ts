import { choice, dateTime, decimal, ident, line, note, percentage } from './field.ts';

/** Where an article was imported from; write protected on update (spec section 2.3). */
export const articleSource = {
  external_ident: line(128),
  external_account_name: line(128),
};

/** What a client may set on create and on update (spec section 2.3). */
export const articleFields = {
  article_title: line(255),
  article_subtitle: line(255),
  article_description: note(),
  article_nr: line(128),
  article_sku: line(128),
  article_ean: line(128),
  article_unit: choice(['unit_ppu', 'unit_hour', 'unit_lump', 'unit_kg']),
  article_type: line(128, 'native'),
  article_price: decimal(),
  article_tax_rate: percentage(),
  article_purchase_price: decimal(),
  date_created: dateTime(),
};

/** What the service sets by itself. */
export const articleReadOnly = {
  article_ident: ident(),
  article_price_total: decimal(),
  date_updated: dateTime(),
  date_created_user: line(10),
  date_updated_user: line(10),
};
