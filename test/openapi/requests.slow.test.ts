import { expect } from 'chai';
import * as fc from 'fast-check';
import { namesOf } from '../../shared/contract/input/resourceNames.ts';
import { publicOperations } from '../../shared/contract/operations/allOperations.ts';
import { type AnyOperation, resourceOf } from '../../shared/contract/operations/operation.ts';
import { anyRequest, bodyOf, boundaryRequests, type Sent } from './sentRequests.ts';
import { openApiRequests, openApiSeed } from './settings.ts';
import { Document, gatewayAccepts } from './verdicts.ts';

const maxShown = 10;

const contracts: readonly AnyOperation[] = Object.values(publicOperations);

describe(`requests that docs/openapi.json allows are accepted, and others refused (OPENAPI_SEED=${openApiSeed}) (many drawn requests)`, function () {
  this.timeout(60_000 + openApiRequests);

  for (const contract of contracts) {
    const document = new Document(contract);
    const otherNames = [...namesOf[resourceOf(contract.name)]];

    it(`${contract.name}: at each limit of each field`, async () => {
      const counts = { allowed: 0, refused: 0 };
      const wrong: string[] = [];
      for (const sent of boundaryRequests(contract, otherNames)) {
        const isAllowed = document.allows(sent);
        counts[isAllowed ? 'allowed' : 'refused'] += 1;
        if ((await gatewayAccepts(contract, sent)) !== isAllowed) wrong.push(described(sent, isAllowed));
      }
      expect(wrong.length, wrong.slice(0, maxShown).join('\n')).to.equal(0);
      // An operation without fields allows only the empty object.
      const least = Object.keys(contract.input).length > 0 ? 4 : 1;
      expect(Math.min(counts.allowed, counts.refused), JSON.stringify(counts)).to.be.at.least(least);
    });

    it(`${contract.name}: by chance`, async () => {
      const property = fc.asyncProperty(anyRequest(contract, otherNames), async (sent) => {
        const isAllowed = document.allows(sent);
        expect(await gatewayAccepts(contract, sent), described(sent, isAllowed)).to.equal(isAllowed);
      });
      await fc.assert(property, {
        seed: openApiSeed,
        numRuns: Math.ceil(openApiRequests / contracts.length),
      });
    });
  }
});

function described(sent: Sent, isAllowed: boolean): string {
  return `${isAllowed ? 'allowed' : 'forbidden'} by the document, not so by the service: ${bodyOf(sent).slice(0, 600)}`;
}
