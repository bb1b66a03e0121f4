import { expect } from 'chai';
import * as fc from 'fast-check';
import { pascal } from '../../docs/generate/contractSchema.ts';
import { namesOf } from '../../shared/contract/input/resourceNames.ts';
import { publicOperations } from '../../shared/contract/operations/allOperations.ts';
import { type AnyOperation, resourceOf } from '../../shared/contract/operations/operation.ts';
import { fieldErrorCodes } from '../../shared/contract/refusals.ts';
import { sharedAccount } from '../support/fixtures.ts';
import { anyRequest, bodyOf, exampleOf, type Sent } from './sentRequests.ts';
import { openApiRequests, openApiSeed } from './settings.ts';
import { Document, schemaNamed } from './verdicts.ts';

const malformed = [...Object.keys(fieldErrorCodes), 'body_malformed'];
const contracts: readonly AnyOperation[] = Object.values(publicOperations);

describe(`a running service answers as docs/openapi.json says (OPENAPI_SEED=${openApiSeed})`, function () {
  this.timeout(60_000 + openApiRequests);
  const account = sharedAccount();

  for (const contract of contracts)
    it(contract.name, async () => {
      const document = new Document(contract);
      const isAnswer = schemaNamed(`${pascal(contract.name)}Answer`);
      const others = [...namesOf[resourceOf(contract.name)]];
      const drawn = fc.sample(anyRequest(contract, others).filter(isQuick), {
        seed: openApiSeed,
        numRuns: Math.ceil(openApiRequests / 500),
      });
      for (const sent of [exampleOf(contract), ...drawn]) {
        const body = bodyOf(sent);
        const { code, envelope, status } = await account.send(contract.name, body);
        const shown = `${body.slice(0, 600)} got ${status} ${code}`;
        expect(malformed.includes(code), shown).to.equal(!document.allows(sent));
        if (status === 200)
          expect(isAnswer(envelope), `${shown} ${JSON.stringify(isAnswer.errors?.slice(0, 3))}`).to.equal(
            true,
          );
      }
    });
});

/** True if a request has no cursor, which would be signed, and does not wait. */
function isQuick(sent: Sent): boolean {
  return !('after' in sent) && Number(JSON.parse(sent['wait_ms'] ?? '0')) === 0;
}
