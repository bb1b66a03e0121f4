/** Contracts, and what workers make of them. `npm run typecheck`, a step of `.ci/run`, checks them; see requests.test-d.ts. */
import { expectTypeOf } from 'expect-type';
import Type from 'typebox';
import { articleCreate } from '../../shared/contract/operations/article.create.ts';
import { articleDelete } from '../../shared/contract/operations/article.delete.ts';
import { articleExists } from '../../shared/contract/operations/article.exists.ts';
import { articleRead } from '../../shared/contract/operations/article.read.ts';
import {
  type AnswerOf,
  type InputOf,
  operation,
  type RefusalOf,
} from '../../shared/contract/operations/operation.ts';
import { flag, ident, line, required } from '../../shared/contract/resources/field.ts';
import { done, refused } from '../../workers/sets/callOutcome.ts';
import { reads, writes } from '../../workers/sets/implementation.ts';

const archive = {
  name: 'article.archive',
  summary: 'Archives an article.',
  kind: 'writes' as const,
  input: { article_ident: required(ident()), archive_reason: line(255), notifies: flag() },
  answer: Type.Object({ article_ident: Type.String() }),
  success: 'article archived',
  refusals: ['article_not_found' as const],
  example: { article_ident: 'art_1' },
};

export const articleArchive = operation(archive);
expectTypeOf<InputOf<typeof articleArchive>>().toEqualTypeOf<{
  article_ident: string;
  archive_reason: string;
  notifies: 0 | 1;
}>();
expectTypeOf<AnswerOf<typeof articleArchive>>().toEqualTypeOf<{ article_ident: string }>();
expectTypeOf<RefusalOf<typeof articleArchive>>().toEqualTypeOf<'article_not_found'>();
expectTypeOf<InputOf<typeof articleDelete>>().toEqualTypeOf<{ article_ident: string; if_version?: string }>();
expectTypeOf<InputOf<typeof articleCreate>['article_ident']>().toEqualTypeOf<string>();

export const wrongContracts = [
  // @ts-expect-error Type '"article_gone"' is not assignable
  () => operation({ ...archive, refusals: ['article_gone'] }),
  // @ts-expect-error 'archive_ident' does not exist
  () => operation({ ...archive, assigns: { archive_ident: 'art' } }),
  // @ts-expect-error Type '"arc"' is not assignable to type 'IdentPrefix'
  () => operation({ ...archive, assigns: { article_ident: 'arc' } }),
  // @ts-expect-error Type '"deletes"' is not assignable to type '"reads" | "writes"'
  () => operation({ ...archive, kind: 'deletes' }),
  // @ts-expect-error Property 'article_ident' is missing
  () => operation({ ...archive, example: { archive_reason: 'sold out' } }),
  // @ts-expect-error Type 'number' is not assignable to type 'string'
  () => operation({ ...archive, example: { article_ident: 1 } }),
  // @ts-expect-error is not assignable to type '"archive_reason" | "article_ident" | "notifies"'
  () => operation({ ...archive, onlyWith: { flag: 'notify', fields: {} } }),
  // @ts-expect-error Type '{ archive_text: Text<"defaulted">; }' is not assignable to type
  () => operation({ ...archive, onlyWith: { flag: 'notifies', fields: { archive_text: line(255) } } }),
  // @ts-expect-error Type '"article_sku"' is not assignable to type
  () => operation({ ...archive, lookup: { ident: 'article_sku', identifier: 'notifies', fields: {} } }),
  // @ts-expect-error Property 'article_nr' does not exist
  () => operation({ ...archive, check: ({ article_nr }) => article_nr }),
];

export const wrongImplementations = [
  // @ts-expect-error Type '"customer_not_found"' is not assignable to type '"article_not_found" | "record_changed"'
  () => writes(articleDelete, async () => () => refused('customer_not_found')),
  // @ts-expect-error Argument of type '"article_gone"' is not assignable
  () => writes(articleDelete, async () => () => refused('article_gone')),
  // @ts-expect-error Type '{ article_ident: string; if_version?: string; }' is not assignable to type 'null'
  () => writes(articleDelete, async () => (call) => done(call.input)),
  // @ts-expect-error 'article_ident' is missing
  () => reads(articleExists, async () => () => done({ ident: 'art_1' })),
  // @ts-expect-error Property 'customer_ident' does not exist
  () => writes(articleDelete, async () => (call) => done(call.input.customer_ident)),
  // @ts-expect-error Type '"reads"' is not assignable to type '"writes"'
  () => writes(articleRead, async () => () => done(null)),
  // @ts-expect-error Type '"writes"' is not assignable to type '"reads"'
  () => reads(articleDelete, async () => () => done(null)),
];
