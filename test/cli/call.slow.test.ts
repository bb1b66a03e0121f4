import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { cluster } from '../support/cluster.ts';
import { expectError, run } from '../support/command.ts';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
import { sharedAccount } from '../support/fixtures.ts';
import { freePort } from '../support/ports.ts';
import type { Ended } from '../support/running.ts';
import { storedRows } from '../support/stored.ts';

describe('counterfoil call (starts commands)', () => {
  let url: string;
  const account = sharedAccount();
  before(async () => {
    ({ url } = await cluster());
  });
  after(cleanUp);

  it('prints the envelope and ends with 0 when the operation did it', async () => {
    const { customer_ident } = await account.client.customer.create({});

    const { code, stdout, stderr } = await call(['customer.exists', JSON.stringify({ customer_ident })]);

    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).to.deep.equal({
      response: true,
      data: { customer_ident },
      method: 'customer.exists',
      message: 'customer does exist',
    });
  });

  it('prints the envelope and ends with 2 when it was refused', async () => {
    const { code, stdout, stderr } = await call(['customer.delete', '{ "customer_ident": "cus_unknown" }']);

    expect(code).to.equal(2);
    expect(stderr).to.match(
      /^customer_not_found: Check the value that was sent\. .*\nRequest ([0-9a-z]{26}): `counterfoil request \1` shows what the service knows of it\.\n$/,
    );
    expect(JSON.parse(stdout)).to.deep.equal({
      response: false,
      data: null,
      method: 'customer.delete',
      message: 'customer not found',
    });
  });

  it('sends an empty request when none is given', async () => {
    const { code, stdout } = await call(['article.create']);

    expect(code).to.equal(2);
    expect(JSON.parse(stdout)).to.include({ message: 'article_title is required' });
  });

  it('reads the request from a file', async () => {
    const file = path.join(await emptyFolder(), 'article.json');
    await writeFile(file, '{\n  "article_title": "Möbel",\n  "article_nr": "file"\n}\n');

    const { code, stdout } = await call(['article.create', `@${file}`]);

    expect(code, stdout).to.equal(0);
    expect(await account.client.article.read(JSON.parse(stdout).data)).to.include({
      article_title: 'Möbel',
      article_nr: 'file',
    });
  });

  it('reads the request from standard input', async () => {
    const { code, stdout } = await call(['article.create', '-'], {}, '{ "article_title": "Bücher" }\n');

    expect(code, stdout).to.equal(0);
    expect(await account.client.article.read(JSON.parse(stdout).data)).to.include({
      article_title: 'Bücher',
    });
  });

  it('runs once however often it is repeated with an idempotency key', async () => {
    const command = ['article.create', '{ "article_title": "once" }', '--idempotency-key', 'one'];

    const answers = [await call(command), await call(command)];

    expect(answers[0]).to.include({ code: 0 });
    expect(answers[1]).to.deep.equal(answers[0]);
  });

  it('refuses an empty idempotency key, which would protect from nothing', async () => {
    const command = ['article.create', '{ "article_title": "unprotected" }', '--idempotency-key', ''];

    const { code, stderr } = await call(command);

    expect(code).to.equal(1);
    expect(stderr).to.match(/^counterfoil: malformed Idempotency-Key: send 1 to 255/m);
    expect(await storedRows('articles', account.id, { article_title: 'unprotected' })).to.have.length(0);
  });

  it('sends it again and again with --per-second, and prints the counts of the answers', async () => {
    const rate = ['--per-second', '20', '--for', '2s'];

    const done = await call(['article.create', '{ "article_title": "Load" }', ...rate]);
    const refused = await call(['article.create', '{}', ...rate]);

    expect(done).to.include({ code: 0, stderr: '' });
    expect(done.stdout).to.match(
      /^40 calls in \d seconds: 40 done; half within \d+ ms, 99 % within \d+ ms\n$/,
    );
    expect(await storedRows('articles', account.id, { article_title: 'Load' })).to.have.length(40);
    expect(refused.code).to.equal(2);
    expect(refused.stdout).to.match(/: 40 field_required; /);
  });

  it('ends with 1 when nobody answers', async () => {
    const ended = await call(['customer.create'], {
      COUNTERFOIL_URL: `http://127.0.0.1:${await freePort()}`,
    });

    expect(ended).to.include({ code: 1, stdout: '' });
    expect(ended.stderr).to.match(
      /^The operation may have been run\. Repeat the command with --idempotency-key \S+ to learn its outcome\.\ncounterfoil: no answer: .*ECONNREFUSED/,
    );
  });

  it("ends with 1 when a file can't be read", async () => {
    expectError(
      await call(['customer.create', '@nowhere.json']),
      /^nowhere\.json can't be read: check its path and permissions$/,
    );
  });

  function call(
    parameters: readonly string[],
    changes: Record<string, string> = {},
    input = '',
  ): Promise<Ended> {
    const { appId, apiSecret } = account;
    const as = { COUNTERFOIL_URL: url, COUNTERFOIL_APP_ID: appId, COUNTERFOIL_API_SECRET: apiSecret };
    return run(['call', ...parameters], { env: { ...as, ...changes }, input });
  }
});
