import { expect } from 'chai';
import { operations } from '../../shared/contract/operations/allOperations.ts';
import { newId } from '../../shared/contract/values/idents.ts';
import {
  answerOfSize,
  type Envelope,
  internalError,
  type Reply,
  refusalReply,
  successReply,
  writeEnvelope,
} from '../../shared/wire/envelope.ts';
import {
  type CallReply,
  packReplies,
  packReply,
  packWaits,
  unpackReplies,
  unpackReply,
} from '../../shared/wire/replies.ts';
import { doneWith } from '../support/replies.ts';

describe('the text of replies', () => {
  const to = (reply: Reply, waitMs?: number): CallReply => ({ callId: newId(), reply, waitMs });
  const done = (envelope: string) => to(doneWith(envelope));
  const refused = (envelope: string, code = 'value_exists') => to({ kind: 'refused', code, envelope });
  const envelopeOf = (message: string): string => {
    const envelope: Envelope = { response: true, data: { message }, method: 'article.read', message };
    return writeEnvelope(envelope);
  };
  const expectSame = (...replies: readonly CallReply[]) =>
    expect(unpackReplies(packReplies(replies), packWaits(replies))).to.deep.equal(replies);

  const cases: readonly [string, CallReply][] = [
    ['a success, whose code is empty', done('{"response":true}')],
    ['a code without an envelope', to(internalError)],
    ['an answer that is too large, by its size', to(answerOfSize(123_456))],
    ['neither code nor envelope', done('')],
    ['an envelope with a code', refused('{"response":false}', 'article_not_found')],
    ['an envelope with spaces', done(envelopeOf('a  b c '))],
    ['an envelope that begins and ends with spaces', refused('  {} ')],
    ['line breaks, which JSON escapes', done(envelopeOf('one\ntwo\r\nthree'))],
    ['a backslash before an n, which is not a line break', done(envelopeOf('C:\\new'))],
    ['umlauts', done(envelopeOf('Grüße aus Köln, ÄÖÜß'))],
    ['emoji', done(envelopeOf('😀👩‍👩‍👧'))],
    ['the line separators of Unicode', done(envelopeOf('a\u2028b\u2029c\u0085d'))],
    ['vertical tabs, form feeds and nulls', done(envelopeOf('a\vb\fc\0d'))],
  ];
  for (const [what, its] of cases) it(`keeps ${what}`, () => expectSame(its));

  it('keeps many replies, each its own, in their order', () => {
    expectSame(...cases.map(([, its]) => its));
  });

  it('keeps what the workers make of a call', () => {
    const data = { article_title: 'Tea\nof the\u2028house 🍵' };
    const replies = [
      successReply(operations['article.read'], data),
      refusalReply(operations['article.read'], 'article_not_found', data),
    ];

    expectSame(...replies.map((its) => to(its)));
  });

  it('keeps how long each call waited, as far as that is known', () => {
    expectSame(to(internalError, 0), to(internalError), to(internalError, 12_345));
    expectSame(to(internalError), to(internalError, 7));
  });

  it('keeps which answers were first given to an earlier request', () => {
    const first = { kind: 'refused', code: 'value_exists', envelope: '{}' } as const;

    expectSame(to({ ...doneWith('{}'), replayed: true }, 12), to({ ...first, replayed: true }), to(first, 7));
  });

  it('has the id, the code and the envelope of each reply', () => {
    const replies: readonly Reply[] = [
      doneWith('{"a":1}'),
      { kind: 'refused', code: 'value_exists', envelope: '{"b":2}' },
      internalError,
      answerOfSize(40_000),
    ];

    const text = packReplies(replies.map((reply, index) => ({ ...to(reply), callId: `c${index}` })));

    expect(text.split('\n')).to.deep.equal([
      'c0  {"a":1}',
      'c1 value_exists {"b":2}',
      'c2 internal_error ',
      'c3 answer_too_large 40000',
    ]);
  });

  it('reads a code that it does not know, without an envelope, as an internal error', () => {
    expect(unpackReplies('c0 new_code ', '')).to.deep.equal([{ ...to(internalError), callId: 'c0' }]);
  });

  it('is two lines in the inbox: the code and the envelope', () => {
    const refused: Reply = { kind: 'refused', code: 'value_exists', envelope: '{"b":2}' };

    expect(packReply(doneWith('{"a":1}'))).to.equal('\n{"a":1}');
    expect(packReply(refused)).to.equal('value_exists\n{"b":2}');
    expect(unpackReply(packReply(refused))).to.deep.equal(refused);
  });
});
