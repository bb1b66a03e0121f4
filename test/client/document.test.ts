import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { cluster } from '../support/cluster.ts';
import { DocumentProgram } from '../support/documentPrograms.ts';

describe('docs/client.md', () => {
  let program: DocumentProgram;
  before(() => {
    program = new DocumentProgram('docs/client.md');
  });
  after(() => program.remove());

  it('has a program that compiles', async () => {
    const { code, stdout } = await program.compile();

    expect(code, stdout).to.equal(0);
  }).timeout(120_000);

  it('has a program that prints what the page says', async () => {
    const { appId, apiSecret } = await newAccount();
    const { code, stdout, stderr } = await program.run({
      COUNTERFOIL_URL: (await cluster()).url,
      COUNTERFOIL_APP_ID: appId,
      COUNTERFOIL_API_SECRET: apiSecret,
    });

    expect(code, stderr).to.equal(0);
    expect(stdout.trimEnd().split('\n')).to.deep.equal(program.printed);
  });
});
