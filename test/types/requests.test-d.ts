/**
 * Calls that must not compile, and those that must. `npm run typecheck`, a step of `.ci/run`, checks them: tsc reports an
 * `@ts-expect-error` without an error, and an error without one. What stands behind `@ts-expect-error` is in the
 * compiler's message, which wrongUses.test.ts compares.
 */
import {
  type AddressRecord,
  type ArticleRecord,
  type CustomerRecord,
  counterfoil,
  type Request,
} from '../../client/webClient.ts';
import { service } from './service.ts';

export const wrongCalls = [
  // @ts-expect-error UnknownField<"titel">
  () => service.article.create({ article_title: 'Tea', titel: 'Tea' }),
  // @ts-expect-error 'article_title' is missing
  () => service.article.create({ article_price: 12 }),
  // @ts-expect-error Type 'number' is not assignable to type 'string'
  () => service.article.create({ article_title: 12 }),
  // @ts-expect-error Type 'boolean' is not assignable to type 'string | number'
  () => service.article.create({ article_title: 'Tea', article_price: true }),
  // @ts-expect-error Type 'null' is not assignable to type 'string'
  () => service.article.create({ article_title: 'Tea', article_nr: null }),
  // @ts-expect-error Type '"kg"' is not assignable to type '"unit_hour" | "unit_kg" | "unit_lump" | "unit_ppu"'
  () => service.article.create({ article_title: 'Tea', article_unit: 'kg' }),
  // @ts-expect-error Type '99' is not assignable to type '
  () => service.customer.create({ bill_title: 99 }),
  // @ts-expect-error Type '2' is not assignable to type '0 | 1'
  () => service.customer.create({ is_business_client: 2 }),
  // @ts-expect-error OnlyWith<"divergent_delivery_address">
  () => service.customer.create({ delivery_city: 'Kiel' }),
  // @ts-expect-error OnlyWith<"divergent_delivery_address">
  () => service.customer.create({ divergent_delivery_address: 0, delivery_city: 'Kiel' }),
  // @ts-expect-error 'validate' does not exist
  () => service.customer.create({ validate: 'customer_nr' }),
  // @ts-expect-error Property 'customer_ident' is missing
  () => service.address.create({ delivery_city: 'Kiel' }),
  // @ts-expect-error Argument of type '{}' is not assignable
  () => service.customer.read({}),
  // @ts-expect-error 'customer_nr' is missing
  () => service.customer.read({ customer_identifier: 'customer_nr', bill_email: 'a@example.com' }),
  // @ts-expect-error Type '"bill_city"' is not assignable to type
  () => service.customer.find({ by: 'bill_city', values: ['Kiel'] }),
  // @ts-expect-error Type '"sales"' is not assignable to type
  () => service.article.find({ by: 'article_nr', values: ['1'], fields: ['sales'] }),
  // @ts-expect-error Type 'null' is not assignable to type 'string'
  () => service.article.delete({ article_ident: 'art_1', if_version: null }),
  // @ts-expect-error Argument of type '{}' is not assignable
  () => service.article.read({}),
  // @ts-expect-error 'article_sku' is missing
  () => service.article.read({ article_identifier: 'sku' }),
  // @ts-expect-error 'article_sku' is missing
  () => service.article.read({ article_identifier: 'sku', article_ean: '4006381333931' }),
  // @ts-expect-error Argument of type '{ article_sku: string; }' is not assignable
  () => service.article.read({ article_sku: 'TEA-1' }),
  // @ts-expect-error Type '"nr"' is not assignable to type '"ean" | "sku"
  () => service.article.read({ article_identifier: 'nr', article_sku: 'TEA-1' }),
  // @ts-expect-error Property 'find' does not exist
  () => service.address.find({ address_ident: 'adr_1' }),
];

export const wrongUpdates = [
  // @ts-expect-error UnknownField<"bill_citty">
  () => service.customer.update({ customer_ident: 'cus_1', bill_citty: 'Kiel' }),
  // @ts-expect-error Property 'customer_ident' is missing
  () => service.customer.update({ bill_city: 'Kiel' }),
  // @ts-expect-error Type 'string' is not assignable to type '
  () => service.customer.update({ customer_ident: 'cus_1', bill_title: '1' }),
  // @ts-expect-error '"bill_citty"' is not assignable to type
  () => service.customer.update({ customer_ident: 'cus_1', validate: 'bill_citty' }),
  // @ts-expect-error '"customer_ident"' is not assignable to type
  () => service.customer.update({ customer_ident: 'cus_1', validate: 'customer_ident' }),
  // @ts-expect-error Type 'undefined' is not assignable to type 'string'
  () => service.article.update({ article_ident: 'art_1', article_nr: undefined }),
];

export const wrongBatches = [
  // @ts-expect-error Type '"order.create"' is not assignable to type
  () => service.batch([{ method: 'order.create', data: {} }]),
  // @ts-expect-error Type '"account.app"' is not assignable to type
  () => service.batch([{ method: 'account.app', data: {} }]),
  // @ts-expect-error Type '"account.read"' is not assignable to type
  () => service.batch([{ method: 'account.read', data: {} }]),
  // @ts-expect-error Type '"account.empty"' is not assignable to type
  () => service.batch([{ method: 'account.empty', data: {} }]),
  // @ts-expect-error 'article_title' is missing
  () => service.batch([{ method: 'article.create', data: { article_price: 12 } }]),
  // @ts-expect-error 'customer_ident' does not exist in type '{ readonly article_ident?: unknown; readonly if_version?: unknown; }'
  () => service.batch([{ method: 'article.delete', data: { customer_ident: 'cus_1' } }]),
  // @ts-expect-error UnknownField<"titel">
  () => service.batch([{ method: 'article.create', data: { article_title: 'Tea', titel: 'Tea' } }]),
  // @ts-expect-error OnlyWith<"divergent_delivery_address">
  () => service.batch([{ method: 'customer.create', data: { delivery_city: 'Kiel' } }]),
  // @ts-expect-error UnknownField<"idempotencyKey">
  () => service.batch([{ method: 'article.create', data: { article_title: 'Tea' }, idempotencyKey: 'a' }]),
  // @ts-expect-error Type 'number' is not assignable to type 'string'
  () => service.batch([{ method: 'article.create', data: { article_title: 'Tea' }, key: 1 }]),
  // @ts-expect-error Type '"a"' is not assignable to type
  () => service.atomicBatch([{ method: 'article.create', data: { article_title: 'Tea' }, key: 'a' }]),
  // @ts-expect-error Type '"article.read"' is not assignable to type
  () => service.atomicBatch([{ method: 'article.read', data: { article_ident: 'art_1' } }]),
  // @ts-expect-error Type '{ entry: 0; }' is not assignable to type
  () => service.atomicBatch([{ method: 'article.create', data: { article_title: { entry: 0 } } }]),
  // @ts-expect-error Type '{ entry: "0"; }' is not assignable to type
  () => service.atomicBatch([{ method: 'article.delete', data: { article_ident: { entry: '0' } } }]),
  // @ts-expect-error Type '{ entry: 0; }' is not assignable to type
  () => service.batch([{ method: 'article.delete', data: { article_ident: { entry: 0 } } }]),
];

export const wrongOptions = [
  // @ts-expect-error 'timeout' does not exist in type 'ClientOptions'
  () => counterfoil({ url: 'https://invoices.example', appId: 'app_1', apiSecret: 's', timeout: 1 }),
  // @ts-expect-error Type 'string' is not assignable to type 'number'
  () => service.customer.create({}, { deadlineMs: '1000' }),
  // @ts-expect-error is missing the following properties from type 'AbortSignalLike'
  () => service.customer.create({}, { signal: {} }),
  // @ts-expect-error 'idempotencykey' does not exist in type 'CallOptions'
  () => service.customer.create({}, { idempotencykey: 'a' }),
  // @ts-expect-error Property 'order' does not exist on type 'Counterfoil'
  () => service.order.create({}),
  // @ts-expect-error Property 'app' does not exist on type 'AccountOperations'
  () => service.account.app({ app_id: 'app_1' }),
  // @ts-expect-error Property 'apiSecret' is missing
  () => counterfoil({ url: 'https://invoices.example', appId: 'app_1' }),
  // @ts-expect-error 'article_title' does not exist in type 'Uint8Array
  () => service.send('article.create', { article_title: 'Tea' }),
];

// @ts-expect-error Type '"order.create"' does not satisfy the constraint
export type Internal = Request<'order.create'>;

export const rightCalls = [
  () => service.article.create({ article_title: 'Tea', article_price: '12.50', article_tax_rate: 19 }),
  () => service.article.read({ article_ident: 'art_1' }),
  () => service.article.read({ article_identifier: 'sku', article_sku: 'TEA-1' }),
  () => service.article.read({ article_identifier: 'ean', article_ean: '4006381333931' }),
  () => service.customer.create({}),
  () => service.customer.create({}, { signal: AbortSignal.timeout(1), idempotencyKey: undefined }),
  () =>
    counterfoil({
      url: 'https://invoices.example',
      appId: 'app_1',
      apiSecret: 's',
      fetch,
      repeats: undefined,
    }),
  () => service.customer.create({ divergent_delivery_address: 1, delivery_city: 'Kiel' }),
  () => service.customer.update({ customer_ident: 'cus_1', validate: 'customer_nr', customer_nr: '7' }),
  (field: string) => service.article.create({ article_title: 'Tea', [field]: 'x' }),
  (field: string) => service.article.update({ article_ident: 'art_1', [field]: 'x' }),
];

/** Records that were read can be changed and sent back. */
export const sentBack = [
  async () => {
    const { customer, address_data } = await service.customer.read({ customer_ident: 'cus_1' });
    await service.customer.update(customer);
    await service.customer.create(customer);
    await service.customer.update({ ...customer, address_data, bill_city: 'Kiel' });
    await service.customer.create({ ...customer, address_data, bill_city: 'Kiel' });
    const { customer_ident, version, ...copied } = customer;
    await service.customer.create(copied);
    await service.customer.exists({ customer_ident });
    await service.customer.exists(customer);
    await service.customer.read(customer);
    await service.customer.delete({ ...customer, if_version: version });
    for (const address of address_data) await service.address.update(address);
  },
  async () => {
    const { address } = await service.address.read({ address_ident: 'adr_1' });
    await service.address.update(address);
    await service.address.create(address);
    await service.address.update({ ...address, delivery_city: 'Kiel' });
    await service.address.create({ ...address, delivery_city: 'Kiel' });
    await service.address.exists(address);
    await service.address.read(address);
    await service.address.delete({ ...address, if_version: address.version });
  },
  async () => {
    const article = await service.article.read({ article_ident: 'art_1' });
    await service.article.update(article);
    await service.article.create(article);
    await service.article.update({ ...article, article_price: 12 });
    await service.article.create({ ...article, article_price: 12 });
    await service.article.exists(article);
    await service.article.read(article);
    await service.article.delete({ ...article, if_version: article.version });
  },
  async () => {
    const [{ customers }, { addresses }, { articles }] = await Promise.all([
      service.customer.list({}),
      service.address.list({}),
      service.article.list({}),
    ]);
    for (const customer of customers) await service.customer.update({ ...customer, bill_city: 'Kiel' });
    for (const customer of customers) await service.customer.create(customer);
    for (const address of addresses) await service.address.update({ ...address, delivery_city: 'Kiel' });
    for (const address of addresses) await service.address.create(address);
    for (const article of articles) await service.article.update({ ...article, article_price: 12 });
    for (const article of articles) await service.article.create(article);
  },
  async () => {
    const { customers } = await service.customer.find({ by: 'customer_nr', values: ['10001'] });
    const { articles } = await service.article.find({ by: 'article_nr', values: ['10001'] });
    for (const customer of customers) await service.customer.update({ ...customer, bill_city: 'Kiel' });
    for (const customer of customers) await service.customer.create(customer);
    for (const article of articles) await service.article.update({ ...article, article_price: 12 });
    for (const article of articles) await service.article.create({ ...article, article_title: 'Tea' });
  },
  async () => {
    const created = await service.customer.create({ bill_city: 'Kiel' });
    await service.customer.update({ ...created, bill_city: 'Ulm' });
    const { customer } = await service.customer.read(created);
    const article = await service.article.read({ article_ident: 'art_1' });
    return service.batch([
      { method: 'customer.update', data: customer },
      { method: 'customer.create', data: { ...customer, bill_city: 'Kiel' } },
      { method: 'article.update', data: { ...article, article_price: 12 } },
      { method: 'article.create', data: article },
    ]);
  },
];

declare const customer: CustomerRecord;
declare const address: AddressRecord;
declare const article: ArticleRecord;

export const wrongSentBack = [
  // @ts-expect-error UnknownField<"bill_citty">
  () => service.customer.update({ ...customer, bill_citty: 'Kiel' }),
  // @ts-expect-error UnknownField<"bill_citty">
  () => service.customer.create({ ...customer, bill_citty: 'Kiel' }),
  // @ts-expect-error UnknownField<"if_versoin">
  () => service.customer.delete({ ...customer, if_versoin: customer.version }),
  // @ts-expect-error UnknownField<"delivery_citty">
  () => service.address.update({ ...address, delivery_citty: 'Kiel' }),
  // @ts-expect-error UnknownField<"delivery_citty">
  () => service.address.create({ ...address, delivery_citty: 'Kiel' }),
  // @ts-expect-error UnknownField<"titel">
  () => service.article.update({ ...article, titel: 'Tea' }),
  // @ts-expect-error UnknownField<"titel">
  () => service.article.create({ ...article, titel: 'Tea' }),
  // @ts-expect-error UnknownField<"titel">
  () => service.batch([{ method: 'article.create', data: { ...article, titel: 'Tea' } }]),
];
