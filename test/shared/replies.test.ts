import { expect } from 'chai';
import { type Envelope, refusalReply, successReply, writeEnvelope } from '../../shared/calls/envelope.ts';
import { type CallReply, packReplies, unpackReplies } from '../../shared/calls/replies.ts';
import { operations } from '../../shared/operations/index.ts';
import { newId } from '../../shared/values/idents.ts';

describe('the text of replies', () => {
  const reply = (envelope: string, code = ''): CallReply => ({ callId: newId(), reply: { code, envelope } });
  const envelopeOf = (message: string): string => {
    const envelope: Envelope = { response: true, data: { message }, method: 'article.read', message };
    return writeEnvelope(envelope);
  };
  const expectSame = (...replies: readonly CallReply[]) =>
    expect(unpackReplies(packReplies(replies))).to.deep.equal(replies);

  const cases: readonly [string, CallReply][] = [
    ['a success, whose code is empty', reply('{"response":true}')],
    ['a code without an envelope', reply('', 'internal_error')],
    ['neither code nor envelope', reply('')],
    ['an envelope with a code', reply('{"response":false}', 'article_not_found')],
    ['an envelope with spaces', reply(envelopeOf('a  b c '))],
    ['an envelope that begins and ends with spaces', reply('  {} ', 'value_exists')],
    ['line breaks, which JSON escapes', reply(envelopeOf('one\ntwo\r\nthree'))],
    ['a backslash before an n, which is no line break', reply(envelopeOf('C:\\new'))],
    ['umlauts', reply(envelopeOf('Grüße aus Köln, ÄÖÜß'))],
    ['emoji', reply(envelopeOf('😀👩‍👩‍👧'))],
    ['the line separators of Unicode', reply(envelopeOf('a\u2028b\u2029c\u0085d'))],
    ['vertical tabs, form feeds and nulls', reply(envelopeOf('a\vb\fc\0d'))],
  ];
  for (const [what, its] of cases) it(`keeps ${what}`, () => expectSame(its));

  it('keeps many replies, each its own, in their order', () => {
    expectSame(...cases.map(([, its]) => its));
  });

  it('keeps an empty reply between others', () => {
    expectSame(reply('{"no":1}'), reply(''), reply('{"no":2}', 'value_exists'), reply(''));
  });

  it('keeps what the workers make of a call', () => {
    const data = { article_title: 'Tea\nof the\u2028house 🍵' };
    const replies = [
      successReply(operations['article.read'], data),
      refusalReply(operations['article.read'], 'article_not_found', data),
    ];

    expectSame(...replies.map((its) => ({ callId: newId(), reply: its })));
  });

  it('is one line for each reply', () => {
    const text = packReplies([reply(envelopeOf('one\ntwo')), reply(''), reply('', 'internal_error')]);

    expect(text.split('\n')).to.have.length(3);
  });
});
