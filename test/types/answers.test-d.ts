/** Types that calls resolve to, spelled out. `npm run typecheck`, a step of `.ci/run`, checks them: wrong ones don't compile. */
import { expectTypeOf } from 'expect-type';
import type { Answer, BatchEntry, BatchError, BatchResult, Request } from '../../client/webClient.ts';
import type { PublicOperationName } from '../../shared/contract/operations/allOperations.ts';
import { service } from './service.ts';

type Title = -1 | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;
type Unit = 'unit_ppu' | 'unit_hour' | 'unit_lump' | 'unit_kg';

interface DeliveryAddress {
  delivery_title: Title;
  delivery_firstname: string;
  delivery_lastname: string;
  delivery_company: string;
  delivery_street: string;
  delivery_street2: string;
  delivery_zipcode: string;
  delivery_city: string;
  delivery_phone: string;
  delivery_phone_mobile: string;
  delivery_country: string;
}

interface Article {
  article_ident: string;
  article_title: string;
  article_subtitle: string;
  article_description: string;
  article_nr: string;
  article_sku: string;
  article_ean: string;
  article_unit: Unit;
  article_type: string;
  article_price: number;
  article_price_total: number;
  version: string;
  article_tax_rate: number;
  article_purchase_price: number;
  date_created: string;
  date_created_user: string;
  sales: { count: number; price: number; price_total: number };
}

interface Address extends DeliveryAddress {
  address_ident: string;
  customer_ident: string;
  version: string;
  date_created: string;
  date_updated: string;
}

type VerbsOf<Resource extends 'customer' | 'address' | 'article' | 'changes' | 'webhook' | 'account'> =
  `${Resource}.${keyof (typeof service)[Resource] & string}`;
type ClientOperations =
  | VerbsOf<'customer'>
  | VerbsOf<'address'>
  | VerbsOf<'article'>
  | VerbsOf<'changes'>
  | VerbsOf<'webhook'>
  | VerbsOf<'account'>;
// The compiler names the operation that client/contract.ts lacks, or that is not public.
export const missing = [] as Exclude<PublicOperationName, ClientOperations>[] satisfies never[];
export const notPublic = [] as Exclude<ClientOperations, PublicOperationName>[] satisfies never[];

expectTypeOf<Answer<'customer.create'>>().toEqualTypeOf<{
  customer_ident: string;
  address_ident: string | null;
}>();
expectTypeOf<Answer<'customer.delete'>>().toEqualTypeOf<null>();
expectTypeOf<Answer<'customer.exists'>>().toEqualTypeOf<boolean>();
expectTypeOf<Answer<'address.create'>>().toEqualTypeOf<{ address_ident: string; customer_ident: string }>();
expectTypeOf<Answer<'address.exists'>>().toEqualTypeOf<boolean>();
expectTypeOf<Answer<'article.create'>>().toEqualTypeOf<{ article_ident: string }>();
expectTypeOf<Answer<'article.delete'>>().toEqualTypeOf<null>();
expectTypeOf<Answer<'article.exists'>>().toEqualTypeOf<boolean>();
interface FoundArticle extends Article {
  articles?: Article[];
  count?: number;
}
expectTypeOf<Answer<'article.read'>>().toEqualTypeOf<FoundArticle>();
type CustomerRead = Answer<'customer.read'>;
expectTypeOf<CustomerRead['address_data']>().toEqualTypeOf<Address[]>();
expectTypeOf<CustomerRead['address_count']>().toEqualTypeOf<number | undefined>();
expectTypeOf<CustomerRead['customer']>().toMatchObjectType<{
  customer_ident: string;
  external_username: string;
  is_business_client: 0 | 1;
  bill_title: Title;
  bill_city: string;
  divergent_delivery_address: 0 | 1;
  delivery_title: Title;
  term_of_credit: number;
  account_number: string;
  date_created_user: string;
}>();

expectTypeOf<Answer<'address.read'>>().toEqualTypeOf<{ address: Address }>();
expectTypeOf<Answer<'address.delete'>>().toEqualTypeOf<null>();
type Found = Answer<'article.find'>;
expectTypeOf<Found['exceeded']>().toEqualTypeOf<{ value: string; count: number }[] | undefined>();
expectTypeOf<Found['next']>().toEqualTypeOf<number | undefined>();
expectTypeOf<Pick<Found['articles'][number], 'article_ident' | 'version' | 'article_price'>>().toEqualTypeOf<{
  article_ident: string;
  version: string;
  article_price?: number;
}>();
type FoundCustomer = Answer<'customer.find'>['customers'][number];
expectTypeOf<FoundCustomer['delivery_title']>().toEqualTypeOf<Title | undefined>();
expectTypeOf<FoundCustomer['address_version']>().toEqualTypeOf<string | undefined>();

expectTypeOf<Request<'customer.delete'>>().toEqualTypeOf<{
  customer_ident: string;
  if_version?: string;
  erase?: 0 | 1;
}>();
expectTypeOf<Request<'address.create'>>().branded.toEqualTypeOf<
  { customer_ident: string } & Partial<DeliveryAddress>
>();
interface NewArticle {
  article_title: string;
  external_ident?: string;
  external_account_name?: string;
  article_subtitle?: string;
  article_description?: string;
  article_nr?: string;
  article_sku?: string;
  article_ean?: string;
  article_unit?: Unit;
  article_type?: string;
  article_price?: number | string;
  article_tax_rate?: number | string;
  article_purchase_price?: number | string;
  date_created?: string;
}
expectTypeOf<Request<'article.create'>>().toEqualTypeOf<NewArticle>();

export async function updates(): Promise<void> {
  const customer = await service.customer.update({
    customer_ident: 'cus_1',
    bill_title: 1,
    bill_city: 'Kiel',
  });
  expectTypeOf(customer).toEqualTypeOf<{ customer_ident: string; bill_title: Title; bill_city: string }>();

  // `validate` is an order to the service, and no field of the record.
  const validated = await service.article.update({
    article_ident: 'art_1',
    article_nr: '7',
    validate: 'article_nr',
  });
  expectTypeOf(validated).toEqualTypeOf<{ article_ident: string; article_nr: string }>();

  // Amounts may be sent as text; they are answered as numbers.
  const priced = await service.article.update({ article_ident: 'art_1', article_price: '13.50' });
  expectTypeOf(priced).toEqualTypeOf<{ article_ident: string; article_price: number }>();

  // Only an answer to a request with `if_version` has the new version; a `version` that is sent back is ignored.
  const conditional = await service.address.update({
    address_ident: 'adr_1',
    delivery_city: 'Kiel',
    version: '1',
    if_version: '1',
  });
  expectTypeOf(conditional).toEqualTypeOf<{
    address_ident: string;
    delivery_city: string;
    version: string;
  }>();

  // A field that may be missing in the request may be missing in the answer.
  const changes: { article_price?: number; article_sku: string } = { article_sku: 'TEA-1' };
  const changed = await service.article.update({ article_ident: 'art_1', ...changes });
  expectTypeOf(changed).toEqualTypeOf<{
    article_ident: string;
    article_price?: number;
    article_sku: string;
  }>();
}

export async function atomicBatches(): Promise<void> {
  const [customer, address, changed, gone] = await service.atomicBatch([
    { method: 'customer.put', data: { external_ident: '4711' } },
    { method: 'address.create', data: { customer_ident: { entry: 0 }, delivery_city: 'Ulm' } },
    { method: 'customer.update', data: { customer_ident: { entry: 0 }, bill_city: 'Ulm' } },
    { method: 'customer.delete', data: { customer_ident: 'cus_1' } },
  ]);
  expectTypeOf(customer).toEqualTypeOf<Answer<'customer.put'>>();
  expectTypeOf(address).toEqualTypeOf<Answer<'address.create'>>();
  expectTypeOf(changed).toEqualTypeOf<{ customer_ident: string; bill_city: string }>();
  expectTypeOf(gone).toEqualTypeOf<null>();
}

export async function batches(): Promise<void> {
  const [article, customer, gone] = await service.batch([
    { method: 'article.create', data: { article_title: 'Tea' } },
    { method: 'customer.update', data: { customer_ident: 'cus_1', bill_city: 'Kiel' }, key: 'move-1' },
    { method: 'article.delete', data: { article_ident: 'art_1' } },
  ]);
  expectTypeOf(article).toEqualTypeOf<BatchResult<{ article_ident: string }, BatchError<'article.create'>>>();
  expectTypeOf(customer.data).toEqualTypeOf<{ customer_ident: string; bill_city: string } | undefined>();
  expectTypeOf(gone.data).toEqualTypeOf<null | undefined>();
  if (!article.error) expectTypeOf(article.data).toEqualTypeOf<{ article_ident: string }>();

  const entries: BatchEntry[] = [];
  const [any] = await service.batch(entries);
  expectTypeOf(any?.error).toExtend<BatchError | undefined>();
}
