/**
 * Texts that an editor shows for the name above each `^?`, for which hovers.test.ts asks the language server. Types are named
 * after their operation, or spelled out: a name such as `Simplify<…>` or `… & object` would say nothing to someone who has not
 * read our code.
 */
import {
  CounterfoilError,
  type CustomerCreateAnswer,
  type CustomerCreateRequest,
  RefusedError,
  type Request,
} from '../../client/webClient.ts';
import { service } from './service.ts';

export async function hovered(request: Request<'article.read'>): Promise<unknown> {
  const created = await service.customer.create({ bill_city: 'Kiel' });
  //    ^? const created: CustomerCreateAnswer

  const customer = await service.customer.update({ customer_ident: 'cus_1', bill_title: 1 });
  //    ^? const customer: { customer_ident: string; bill_title: -1 | 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7; }

  const article = await service.article.update({ article_ident: 'art_1', article_price: '12.50' });
  //    ^? const article: { article_ident: string; article_price: number; }

  const { sales, article_unit } = await service.article.read(request);
  //      ^? const sales: ArticleRecordSales
  //             ^? const article_unit: "unit_hour" | "unit_kg" | "unit_lump" | "unit_ppu"

  const [deleted, moved] = await service.batch([
    //   ^? const deleted: BatchResult<null, BatchError<"article.delete">>
    { method: 'article.delete', data: { article_ident: 'art_1' } },
    { method: 'customer.update', data: { customer_ident: 'cus_1', bill_city: 'Kiel' } },
  ]);
  const { data } = moved;
  //      ^? const data: { customer_ident: string; bill_city: string; } | undefined

  const exists = service.address.exists({ address_ident: 'adr_1' });
  //                             ^? (method) AddressOperations.exists(request: AddressExistsRequest, options?: CallOptions): Promise<boolean>

  const error: unknown = deleted.error;
  if (!(error instanceof CounterfoilError)) throw error;
  const { retryAfterMs } = error;
  //      ^? const retryAfterMs: number
  const refused = error instanceof RefusedError ? error.fieldErrors : [];
  //                                                    ^? (property) RefusalWith<Code extends RefusedCode>.fieldErrors: readonly FieldError[]
  const refusedData = error instanceof RefusedError && error.code === 'record_changed' && error.data;
  //                                                                                            ^? (property) RefusalWith<"record_changed">.data: { readonly code: "record_changed"; } & RecordIdent & { readonly version: string; }
  return {
    refusedData,
    created,
    customer,
    article,
    sales,
    article_unit,
    data,
    exists,
    retryAfterMs,
    refused,
  };
}

export type ReadRequest = Request<'article.read'>;
//          ^? type ReadRequest = ArticleReadByEan | ArticleReadByIdent | ArticleReadBySku

export type NewCustomer = CustomerCreateAnswer;
//                          ^? (alias) type CustomerCreateAnswer = { customer_ident: string; address_ident: string |

export const request: CustomerCreateRequest = { bill_country: 'de' };
//                                              ^? (property) CustomerCreateRequest.bill_country?: stringBilling country. ISO 3166-1 alpha-2, or empty.
