import type { OperationName } from '../../shared/contract/operations/allOperations.ts';

const items = [{ article_ident: 'art_1', quantity: 1 }];
const leitwegId = '04011000-1234512345-06';

/**
 * Requests of each operation that cause all its look-ups; they get the number of a record. The limits of lists, which the
 * estimates of EXPLAIN do not know, are in `test/operations/lists.bounds.slow.test.ts`.
 */
export const lookupRequests: Readonly<
  Record<OperationName, readonly ((nr: number) => Readonly<Record<string, unknown>>)[]>
> = {
  'account.app': [(nr) => ({ app_id: `app_${1 + nr}_1` })],
  'account.claim': [], // looks nothing up
  'account.claimed': [(nr) => ({ key: `call-${nr}`, fingerprint: 'f' })],
  'account.empty': [() => ({})],
  'account.keys': [() => ({})],
  'account.read': [() => ({})],
  'article.batch': [], // has the look-ups of the operations that it runs
  'address.create': [(nr) => ({ customer_ident: `cus_${nr}` })],
  'address.delete': [
    (nr) => ({ address_ident: `adr_${nr}` }),
    (nr) => ({ address_ident: `adr_${nr}`, if_version: 'v' }),
  ],
  'address.exists': [(nr) => ({ address_ident: `adr_${nr}` })],
  'address.list': [
    (nr) => ({ filter: { customer_ident: `cus_${nr}` }, limit: 2 }),
    (nr) => ({ filter: { delivery_zipcode: `${nr}` }, limit: 2 }),
    (nr) => ({ search: `Lager ${nr}`, filter: { updated_from: '2025-01-01 00:00:00' }, limit: 2 }),
  ],
  'address.read': [(nr) => ({ address_ident: `adr_${nr}` })],
  'address.update': [(nr) => ({ address_ident: `adr_${nr}`, delivery_city: 'Potsdam' })],
  'article.create': [
    (nr) => ({ article_title: 'Tea', external_ident: `E-${nr}` }),
    () => ({ article_title: 'Tea' }),
  ],
  'article.delete': [(nr) => ({ article_ident: `art_${nr}` })],
  'article.exists': [(nr) => ({ article_ident: `art_${nr}` })],
  'article.find': [
    (nr) => ({ by: 'article_sku', values: [`S-${nr}`], fields: ['article_price'] }),
    (nr) => ({ by: 'article_nr', values: [`${nr}`] }),
    (nr) => ({ by: 'article_ean', values: [`${nr}`], article_type: 'native' }),
    (nr) => ({ by: 'external_ident', values: [`E-${nr}`], external_account_name: '' }),
    (nr) => ({ by: 'article_ident', values: [`art_${nr}`], fields: ['article_description'] }),
  ],
  'article.history': [(nr) => ({ article_ident: `art_${nr}`, limit: 2 })],
  'article.list': [
    (nr) => ({ filter: { article_sku: `S-${nr}` }, limit: 2 }),
    (nr) => ({ filter: { external_ident: `E-${nr}` }, limit: 2 }),
    () => ({ search: 'S-9999', filter: { updated_from: '2025-01-01 00:00:00' }, limit: 2 }),
  ],
  'article.put': [
    (nr) => ({ external_ident: `E-${nr}`, article_title: 'new' }),
    (nr) => ({ article_nr: `${nr}`, article_title: 'new' }),
  ],
  'article.read': [
    (nr) => ({ article_ident: `art_${nr}` }),
    (nr) => ({ article_identifier: 'sku', article_sku: `S-${nr}` }),
    (nr) => ({ article_identifier: 'ean', article_ean: `${nr}` }),
  ],
  'article.update': [
    (nr) => ({ article_ident: `art_${nr}`, article_title: 'new', article_type: 'csv' }),
    (nr) => ({ article_ident: `art_${nr}`, validate: 'article_nr', article_nr: `${nr}` }),
    (nr) => ({ article_ident: `art_${nr}`, validate: 'article_sku', article_sku: `S-${nr + 1}` }),
    (nr) => ({ article_ident: `art_${nr}`, validate: 'article_ean', article_ean: `${nr + 1}` }),
  ],
  'changes.list': [() => ({})],
  'customer.batch': [], // has the look-ups of the operations that it runs
  'customer.create': [(nr) => ({ external_ident: `E-${nr}` }), () => ({ divergent_delivery_address: 1 })],
  'customer.delete': [(nr) => ({ customer_ident: `cus_${nr}` })],
  'customer.exists': [(nr) => ({ customer_ident: `cus_${nr}` })],
  'customer.find': [
    (nr) => ({ by: 'customer_nr', values: [`${nr}`], fields: ['delivery_city'] }),
    (nr) => ({ by: 'bill_email', values: [`${nr}@example.com`] }),
    (nr) => ({ by: 'external_ident', values: [`E-${nr}`] }),
    (nr) => ({ by: 'customer_ident', values: [`cus_${nr}`], fields: ['address_version'] }),
  ],
  'customer.history': [(nr) => ({ customer_ident: `cus_${nr}`, limit: 2 })],
  'customer.list': [
    (nr) => ({ filter: { customer_nr: `${20_000 + nr}` }, limit: 2 }),
    (nr) => ({ filter: { bill_zipcode: `${nr}` }, limit: 2 }),
    (nr) => ({ search: `Muster ${nr}`, filter: { updated_from: '2025-01-01 00:00:00' }, limit: 2 }),
    (nr) => ({ query: `city ${nr}`, limit: 2 }),
    (nr) => ({ filter: { customer_nr: `${20_000 + nr}` }, sort: 'number', total: 1, limit: 2 }),
  ],
  'customer.put': [
    (nr) => ({ external_ident: `E-${nr}`, bill_city: 'Potsdam' }),
    (nr) => ({ customer_nr: `${nr}`, public_authority_id: leitwegId }),
  ],
  'customer.read': [
    (nr) => ({ customer_ident: `cus_${nr}` }),
    (nr) => ({ customer_identifier: 'customer_nr', customer_nr: `${nr}` }),
    (nr) => ({ customer_identifier: 'external_ident', external_ident: `E-${nr}` }),
    (nr) => ({ customer_identifier: 'bill_email', bill_email: `${nr}@example.com` }),
  ],
  'customer.update': [
    (nr) => ({ customer_ident: `cus_${nr}`, public_authority_id: leitwegId, customer_type: 'csv' }),
    (nr) => ({ customer_ident: `cus_${nr}`, validate: 'customer_nr', customer_nr: `${nr}` }),
    (nr) => ({ customer_ident: `cus_${nr}`, if_version: 'v', bill_city: 'Kiel' }),
  ],
  'order.create': [(nr) => ({ customer_ident: `cus_${nr}`, items })],
  'order.invoice': [
    (nr) => ({ order_ident: `ord_${nr * 4}` }),
    (nr) => ({ order_ident: `ord_${nr * 4}`, invoice_nr: `I-${nr}` }),
  ],
  'webhook.create': [() => ({ url: 'https://example.com/' })],
  'webhook.delete': [(nr) => ({ webhook_ident: `whk_${nr}` })],
  'webhook.list': [() => ({})],
  'webhook.read': [(nr) => ({ webhook_ident: `whk_${nr}` })],
  'webhook.test': [(nr) => ({ webhook_ident: `whk_${nr}` })],
  'webhook.update': [(nr) => ({ webhook_ident: `whk_${nr}`, enabled: 0 })],
};
