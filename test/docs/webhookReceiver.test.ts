import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { newWebhookSecret } from '../../shared/secrets/webhookSecrets.ts';
import { signedHeaders } from '../../workers/webhooks/signature.ts';
import { freePort } from '../support/ports.ts';
import { Running } from '../support/running.ts';
import { until } from '../support/until.ts';
import { blocksOf } from './documents.ts';

/** Path in this project, so that the program finds the library. */
const file = path.resolve(`receiver.${process.pid}.mjs`);
const secret = newWebhookSecret();
const body = '{"type":"changes","data":{"changes":[{"resource":"article","ident":"art_1"}]}}';

describe('receiver of docs/api.md (starts it)', () => {
  let receiver: Running;
  let url: string;
  before(async () => {
    const [block] = blocksOf('docs/api.md').filter(({ language }) => language === 'js');
    const port = await freePort();
    await writeFile(file, block?.text.replace('9000', `${port}`) ?? '');
    receiver = new Running(process.execPath, [file], { env: { WEBHOOK_SECRET: secret } });
    url = `http://127.0.0.1:${port}/`;
    await until(() => post('{}', {}).catch(() => false));
  });
  after(async () => {
    await receiver.stop();
    await rm(file);
  });

  const post = (text: string, headers: Readonly<Record<string, string>>) =>
    fetch(url, { method: 'POST', body: text, headers });

  it('takes what is signed, and prints it', async () => {
    const { status } = await post(body, signedHeaders('msg_1', Date.now(), body, secret));

    expect(status).to.equal(204);
    await receiver.prints(/msg_1 changes \[ \{ resource: 'article', ident: 'art_1' \} \]/);
  });

  it('refuses what is not', async () => {
    const headers = signedHeaders('msg_2', Date.now(), body, newWebhookSecret());

    expect((await post(body, headers)).status).to.equal(401);
    expect((await post(body, signedHeaders('msg_2', Date.now() - 600_000, body, secret))).status).to.equal(
      401,
    );
  });
});
