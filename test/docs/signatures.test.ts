import { expect } from 'chai';
import { commandFolders, findCommand } from '../../servers/system/run.ts';
import { newAccount } from '../support/account.ts';
import { newApp, setPolicy } from '../support/apps.ts';
import { commandsBelow } from '../support/documentCommands.ts';
import { ownCluster, sharedAccount } from '../support/fixtures.ts';
import type { Signer } from '../support/rawRequest.ts';
import { Running } from '../support/running.ts';

const document = 'docs/signatures.md';
const hasPrograms = ['curl', 'openssl'].every((name) => findCommand(name, commandFolders()));

describe(document, () => {
  const cluster = ownCluster({ redis: 5 });
  const account = sharedAccount(() => newAccount({}, cluster));

  if (hasPrograms)
    it('has an example that signs for an app that requires v2, run by Bash, OpenSSL and curl (starts programs)', async () => {
      const app = await newApp(account.id);
      await setPolicy(app, 'v2-required');

      const first = await runExample(app);
      const repeated = await runExample(app);

      expect(first).to.include({ response: true, method: 'article.create' });
      expect(repeated, 'with another nonce and the same idempotency key').to.deep.equal(first);
    });

  async function runExample({ appId, apiSecret }: Signer): Promise<unknown> {
    const env = {
      COUNTERFOIL_URL: `http://127.0.0.1:${cluster.gateways[0]?.port}`,
      COUNTERFOIL_APP_ID: appId,
      COUNTERFOIL_API_SECRET: apiSecret,
    };
    const { code, stdout, stderr } = await new Running('bash', ['-c', commandsBelow(document, 'Example')], {
      env,
    }).ended;
    expect(code, stderr).to.equal(0);
    return JSON.parse(stdout);
  }
});
