import { expect } from 'chai';
import { operationNames } from '../../docs/generate/operationNames.ts';
import {
  atomicExample,
  batchExample,
  entryMessages,
  undoneExample,
} from '../../docs/generate/texts/batchText.ts';
import {
  fieldErrorsExample,
  malformedExample,
  validLeitwegIds,
} from '../../docs/generate/texts/fieldsText.ts';
import { operationTexts } from '../../docs/generate/texts/operationTexts.ts';
import { httpRejections } from '../../shared/contract/httpRejections.ts';
import { operations } from '../../shared/contract/operations/allOperations.ts';
import type { AnyOperation } from '../../shared/contract/operations/operation.ts';
import { messageOf } from '../../shared/contract/refusals.ts';
import { successReply } from '../../shared/wire/envelope.ts';
import { expectDone, failureData } from '../support/answers.ts';
import { ExampleAccount } from './exampleAccount.ts';

interface Refused {
  readonly request: object;
  readonly data: object | null;
}

describe('examples of docs/api.md', () => {
  let examples: ExampleAccount;
  beforeEach(async () => {
    examples = await ExampleAccount.create();
  });

  for (const name of operationNames) {
    const contract: AnyOperation = operations[name];

    it(`${name} answers as its example says`, async () => {
      const { envelope } = successReply(contract, operationTexts[name].answer);

      const answer = await examples.send(name, contract.example);

      expect(answer.code).to.equal('');
      expect(answer.envelope).to.deep.equal(JSON.parse(envelope));
    });

    for (const [code, { request, data }] of Object.entries<Refused>(operationTexts[name].refused)) {
      it(`${name} refuses with ${code} and the data of its table`, async () => {
        const from = code === 'account_not_sandbox' ? await ExampleAccount.create(0) : examples;
        const answer = await from.send(name, request);

        const emitted = { code: answer.code, data: answer.envelope.data };
        expect(emitted).to.deep.equal({ code, data: failureData(name, code, data) });
        expect(answer.envelope.message).to.match(patternOf(messageOf(contract, code)));
      });
    }
  }

  it('batch.run answers as its example says', async () => {
    const answer = await examples.send('batch.run', batchExample.request);

    expectDone(answer, 'batch.run', 'batch finished', batchExample.data);
  });

  it('an atomic batch answers as its example says', async () => {
    const answer = await examples.send('batch.run', atomicExample.request);

    expectDone(answer, 'batch.run', 'batch finished', atomicExample.data);
  });

  it('an atomic batch is refused as its example says', async () => {
    const { envelope } = await examples.send('batch.run', undoneExample.request);

    expect(envelope).to.deep.equal(undoneExample.answer);
  });

  it('wrong fields are reported as the example says', async () => {
    const { code, answer, request } = fieldErrorsExample;

    const { code: answered, envelope } = await examples.send(answer.method, request);

    expect({ code: answered, envelope }).to.deep.equal({ code, envelope: answer });
  });

  it('a body that is no JSON is refused with the message of the page', async () => {
    const { code, envelope } = await examples.account.send('article.create', malformedExample.body);

    expect({ code, message: envelope.message }).to.deep.equal({
      code: 'body_malformed',
      message: malformedExample.message,
    });
  });

  for (const public_authority_id of validLeitwegIds) {
    it(`the Leitweg-ID ${public_authority_id} is accepted`, async () => {
      const { envelope } = await examples.send('customer.create', { public_authority_id });

      expect(envelope.response).to.equal(true);
    });
  }

  it('wrong entries of a batch get the codes and messages of the table', async () => {
    const title = 'x'.repeat(1_048_576);
    const key = 'a key with blanks';
    const entries = [
      5,
      { method: 'article.create' },
      { data: {} },
      { method: 'no.such', data: {} },
      { method: 'article.create', data: { article_title: title } },
      { method: 'article.create', data: { article_title: 'Tea' }, key },
      { method: 'article.create', data: { article_title: 'Tea' }, keys: 'x' },
    ];

    const { envelope } = await examples.send('batch.run', { operations: entries });

    const { codes, results } = envelope.data as { codes: string[]; results: { message: string }[] };
    expect(codes).to.deep.equal([
      'body_malformed',
      'body_malformed',
      'method_missing',
      'method_unknown',
      'body_too_large',
      'idempotency_key_malformed',
      'field_unknown',
    ]);
    for (const [index, code] of codes.entries()) {
      const message = results[index]?.message.replace('keys', '<name>') ?? '';
      expect(entryMessages[code as keyof typeof entryMessages]).to.include(message);
    }
  });

  it('what is answered for an entry without an answer has the words of HTTP', () => {
    for (const code of [
      'idempotency_key_reused',
      'unavailable',
      'outcome_unknown',
      'internal_error',
    ] as const)
      expect(entryMessages[code]).to.include(httpRejections[code].message);
  });
});

/** The message of a contract, in which `<…>` stands for one word. */
function patternOf(message: string): RegExp {
  return new RegExp(`^${message.replaceAll(/<\w+>/g, '.+')}$`);
}
