import { expect } from 'chai';
import { exampleCalls, type Language, languages, snippet } from '../../docs/generate/reference/snippets.ts';
import { batchExample } from '../../docs/generate/texts/batchText.ts';
import { operationTexts } from '../../docs/generate/texts/operationTexts.ts';
import {
  type PublicOperationName,
  publicOperations,
} from '../../shared/contract/operations/allOperations.ts';
import { batchRun } from '../../shared/contract/operations/batch.run.ts';
import { type Envelope, successReply } from '../../shared/wire/envelope.ts';
import { type ClientPackage, packClient } from '../support/clientPackage.ts';
import { cluster } from '../support/cluster.ts';
import { canRun, runSnippets } from '../support/snippetPrograms.ts';
import { ExampleAccount } from './exampleAccount.ts';

describe('code of the page of /docs (a process for each call)', function () {
  this.timeout(180_000);
  let packed: ClientPackage;
  before(async () => {
    packed = await packClient();
  });
  after(() => packed.remove());

  for (const language of languages)
    it(`in ${language} calls each operation, and gets the answer of its example`, async function () {
      if (!canRun(language)) this.skip();
      const answers = await answersIn(language);

      expect(answers).to.have.length(exampleCalls.length);
      for (const [index, { name }] of exampleCalls.entries())
        expect(answers[index], name).to.deep.equal(expected(language, name));
    });

  /** Runs each program for an account of its own, which has the records of the example. */
  async function answersIn(language: Language): Promise<readonly unknown[]> {
    const { url } = await cluster();
    const accounts = await Promise.all(exampleCalls.map(() => ExampleAccount.create()));
    const programs = accounts.map(({ account: { appId, apiSecret } }, index) => ({
      code: accounts[index]?.withIdents(snippet(language, exampleCalls[index] as never)) ?? '',
      env: { COUNTERFOIL_URL: url, COUNTERFOIL_APP_ID: appId, COUNTERFOIL_API_SECRET: apiSecret },
    }));
    const answers = await runSnippets(language, programs, packed);
    return answers.map((answer, index) =>
      JSON.parse(accounts[index]?.withPlaceholders(JSON.stringify(answer)) ?? ''),
    );
  }
});

/** The page's answer in the way in which a client of the language gives it. */
function expected(language: Language, name: string): unknown {
  const envelope = name === batchRun.name ? batchEnvelope() : exampleEnvelope(name as PublicOperationName);
  if (language === 'curl') return envelope;
  if (language !== 'TypeScript') return envelope.data;
  if (name === batchRun.name)
    return envelope.data.results.map((result: Envelope) => ({ data: typed(result) }));
  return typed(envelope);
}

/** The TypeScript client resolves to a boolean where the record may not exist. */
function typed({ method, response, data }: Envelope): unknown {
  return method.endsWith('.exists') ? response : data;
}

function exampleEnvelope(name: PublicOperationName) {
  return JSON.parse(successReply(publicOperations[name], operationTexts[name].answer).envelope);
}

function batchEnvelope() {
  const { name: method, success: message } = batchRun;
  return { response: true, data: batchExample.data, method, message };
}
