import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { type ClientPackage, packClient } from '../support/clientPackage.ts';
import { cluster } from '../support/cluster.ts';
import { DocumentProgram } from '../support/documentPrograms.ts';

describe('programs of documents (compiles programs)', () => {
  let packed: ClientPackage;
  before(async () => {
    packed = await packClient();
  });
  after(() => packed.remove());

  for (const document of ['docs/client.md', 'docs/browsers.md', 'client/package/README.md'])
    it(`${document} has a program that compiles, and prints what the page says`, async () => {
      const program = new DocumentProgram(document, packed);
      const { appId, apiSecret } = await newAccount();

      const compiled = await program.compile();
      const { code, stdout, stderr } = await program.run({
        COUNTERFOIL_URL: (await cluster()).url,
        COUNTERFOIL_APP_ID: appId,
        COUNTERFOIL_API_SECRET: apiSecret,
      });

      expect(compiled.code, compiled.stdout).to.equal(0);
      expect(code, stderr).to.equal(0);
      expect(stdout.trimEnd().split('\n')).to.deep.equal(program.printed);
      program.remove();
    }).timeout(120_000);
});
