/**
 * What an editor shows for the name above each `^?`, which hovers.test.ts asks the language server. Types are spelled out:
 * a name such as `Simplify<…>` or `… & object` would say nothing to someone who has not read our code.
 */
import { CounterfoilError, RefusedError, type Request } from '../../client/index.ts';
import { service } from './service.ts';

export async function hovered(request: Request<'article.read'>): Promise<unknown> {
  const created = await service.customer.create({ bill_city: 'Kiel' });
  //    ^? const created: { customer_ident: string; address_ident: string | null; }

  const customer = await service.customer.update({ customer_ident: 'cus_1', bill_title: 1 });
  //    ^? const customer: { customer_ident: string; bill_title: TitleCode; }

  const article = await service.article.update({ article_ident: 'art_1', article_price: '12.50' });
  //    ^? const article: { article_ident: string; article_price: number; }

  const { sales, article_unit } = await service.article.read(request);
  //      ^? const sales: { count: number; price: number; price_total: number; }
  //             ^? const article_unit: "unit_hour" | "unit_kg" | "unit_lump" | "unit_ppu"

  const [deleted, moved] = await service.batch([
    //   ^? const deleted: BatchResult<null, BatchError<"article.delete">>
    { method: 'article.delete', data: { article_ident: 'art_1' } },
    { method: 'customer.update', data: { customer_ident: 'cus_1', bill_city: 'Kiel' } },
  ]);
  const { data } = moved;
  //      ^? const data: { customer_ident: string; bill_city: string; } | undefined

  const exists = service.address.exists({ address_ident: 'adr_1' });
  //                             ^? (property) AddressOperations.exists: (request: { address_ident: string; }, options?: CallOptions) => Promise<{ address_ident: string; }>

  const error: unknown = deleted.error;
  if (!(error instanceof CounterfoilError)) throw error;
  const { retryAfterMs } = error;
  //      ^? const retryAfterMs: number
  const refused = error instanceof RefusedError ? error.faults : [];
  //                                                    ^? (accessor) RefusedError.faults: readonly Fault[]
  return { created, customer, article, sales, article_unit, data, exists, retryAfterMs, refused };
}

export type ReadRequest = Request<'article.read'>;
//          ^? type ReadRequest = { article_ident: string; article_identifier?: "ean" | "sku"; article_sku?: string; article_ean?: string; } | { article_ident?: string; article_sku?: string; article_ean: string; article_identifier: "ean"; } | { article_ident?: string; article_sku: string; article_ean?: string; article_identifier: "sku"; }

export type NewAddress = Request<'address.create'>;
//          ^? type NewAddress = { delivery_title?: TitleCode; delivery_firstname?: string; delivery_lastname?: string; delivery_company?: string; delivery_street?: string; delivery_street2?: string; delivery_zipcode?: string; delivery_city?: string; delivery_phone?: string; delivery_phone_mobile?: string; delivery_country?: string; customer_ident: string; }
