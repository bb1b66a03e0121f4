/** The codes of errors. `npm run typecheck`, a step of `.ci/run`, checks them; see requests.test-d.ts. */
import { expectTypeOf } from 'expect-type';
import {
  AuthenticationError,
  CounterfoilError,
  type DataByCode,
  type RefusalCodeOf,
  RefusedError,
  RequestError,
  UnavailableError,
} from '../../client/webClient.ts';
import type { FieldError } from '../../shared/contract/refusals.ts';
import { service } from './service.ts';

type FieldCode = 'field_required' | 'field_invalid' | 'field_unknown' | 'public_authority_id_invalid';

expectTypeOf<RefusalCodeOf<'customer.create'>>().toEqualTypeOf<'external_ident_exists' | FieldCode>();
expectTypeOf<RefusalCodeOf<'customer.read'>>().toEqualTypeOf<'customer_not_found' | FieldCode>();
expectTypeOf<RefusalCodeOf<'article.update'>>().toEqualTypeOf<
  'article_not_found' | 'record_changed' | 'value_exists' | 'external_ident_exists' | FieldCode
>();
expectTypeOf<RefusedError['code']>().toEqualTypeOf<
  | 'customer_not_found'
  | 'address_not_found'
  | 'article_not_found'
  | 'webhook_not_found'
  | 'webhook_held'
  | 'webhook_url_refused'
  | 'too_many_webhooks'
  | 'record_changed'
  | 'value_exists'
  | 'external_ident_exists'
  | 'number_repeats'
  | 'account_not_sandbox'
  | 'cursor_invalid'
  | 'cursor_expired'
  | 'answer_too_large'
  | 'batch_refused'
  | FieldCode
>();
expectTypeOf<AuthenticationError['code']>().toEqualTypeOf<'authentication_failed'>();
expectTypeOf<UnavailableError['code']>().toEqualTypeOf<
  | 'request_timeout'
  | 'rate_limited'
  | 'internal_error'
  | 'unavailable'
  | 'paused'
  | 'outcome_unknown'
  | 'no_answer'
>();
expectTypeOf<'body_too_large'>().toExtend<RequestError['code']>();
expectTypeOf<RefusedError['fieldErrors']>().toEqualTypeOf<readonly FieldError[]>();

export async function caught(error: unknown): Promise<boolean> {
  // A caught value is unknown, and the class says which codes there are.
  if (error instanceof RefusedError) expectTypeOf(error.code).toEqualTypeOf<RefusedError['code']>();
  const [article] = await service.batch([{ method: 'article.delete', data: { article_ident: 'art_1' } }]);
  if (article.error instanceof RefusedError)
    expectTypeOf(article.error.code).toEqualTypeOf<
      'article_not_found' | 'record_changed' | 'answer_too_large' | FieldCode
    >();

  // The code says what `data` has.
  if (error instanceof RefusedError && error.code === 'external_ident_exists')
    expectTypeOf(error.data.article_ident).toEqualTypeOf<string | undefined>();
  if (error instanceof RefusedError && error.code === 'record_changed')
    expectTypeOf(error.data.version).toEqualTypeOf<string>();
  if (error instanceof RefusedError && error.code === 'article_not_found')
    expectTypeOf(error.data).toEqualTypeOf<{ readonly code: 'article_not_found' } | null>();
  if (article.error?.code === 'record_changed')
    expectTypeOf(article.error.data).toEqualTypeOf<
      { readonly code: 'record_changed' } & DataByCode['record_changed']
    >();
  if (error instanceof CounterfoilError)
    expectTypeOf(error.idempotencyKey).toEqualTypeOf<string | undefined>();

  return [
    // @ts-expect-error Property 'article_ident' does not exist
    error instanceof RefusedError && error.code === 'field_invalid' && error.data.article_ident,
    // @ts-expect-error 'error.data' is possibly 'null'
    error instanceof RefusedError && error.data.errors,
    // @ts-expect-error have no overlap
    error instanceof RefusedError && error.code === 'custmer_not_found',
    // @ts-expect-error have no overlap
    error instanceof RefusedError && error.code === 'order_not_found',
    // @ts-expect-error have no overlap
    error instanceof UnavailableError && error.code === 'authentication_failed',
    // @ts-expect-error have no overlap
    error instanceof RequestError && error.code === 'rate_limited',
    // @ts-expect-error have no overlap
    error instanceof CounterfoilError && error.code === 'app_not_found',
    // @ts-expect-error have no overlap
    article.error instanceof RefusedError && article.error.code === 'external_ident_exists',
    // @ts-expect-error 'article.data' is possibly 'null' or 'undefined'
    article.data.article_ident === 'art_1',
  ].some(Boolean);
}
