import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { derivedKey } from '../../../shared/keys/derivedKeys.ts';
import { signatureV2, signingKey } from '../../../shared/keys/signatureV2.ts';
import { commandFolders, findCommand } from '../../../standalone/servers/commands.ts';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { newApp, setPolicy } from '../../support/apps.ts';
import { type Cluster, startCluster } from '../../support/cluster.ts';
import { commandsBelow } from '../../support/documentCommands.ts';
import type { Signer } from '../../support/rawRequest.ts';
import { Running } from '../../support/running.ts';

const document = 'docs/signatures.md';
const hasPrograms = ['curl', 'openssl'].every((name) => findCommand(name, commandFolders()));

describe(document, () => {
  let cluster: Cluster;
  let account: TestAccount;
  before(async () => {
    cluster = await startCluster({ redis: 5 });
    account = await newAccount({}, cluster);
  });
  after(() => cluster.stop());

  if (hasPrograms)
    it('has an example that signs for an app that requires v2', async () => {
      const app = await newApp(account.id);
      await setPolicy(app, 'v2-required');

      const first = await runExample(app);
      const repeated = await runExample(app);

      expect(first).to.include({ response: true, method: 'article.create' });
      expect(repeated, 'with another nonce and the same idempotency key').to.deep.equal(first);
    });

  it('has values that give the signature of their table', () => {
    const value = valuesOf(readFileSync(document, 'utf8'));
    const key = signingKey(value('API secret'));

    expect(value('signing key')).to.equal(derivedKey(value('API secret'), 'svc-v2').toString('hex'));
    expect(value('signature')).to.equal(
      signatureV2(
        {
          appId: value('APP_ID'),
          keyId: value('KEY_ID'),
          timestamp: value('TIME'),
          nonce: value('NONCE'),
          idempotencyKey: '',
          path: '/api/v1',
          method: value('operation'),
          body: value('body'),
        },
        key,
      ),
    );
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

/** The second column of the table of values, by the first. */
function valuesOf(page: string): (name: string) => string {
  const [, table = ''] = page.split('To test your own program');
  const rows = [...table.matchAll(/^\| `?([^`|]+?)`? \| `([^`]+)`/gm)].map(
    ([, name = '', value = '']) => [name, value] as const,
  );
  const values = new Map(rows);
  return (name) => values.get(name) ?? '';
}
