import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readdir, readFile, utimes } from 'node:fs/promises';
import { request, type Server } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { expect } from 'chai';
import { until } from '../../support/until.ts';
import { type ImportPageServer, startImportPageServer } from './pageServer.ts';

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

const maxBytes = 1_000;
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

const reads = ['', 'base.css', 'page.css', 'page.js', 'icon.svg', 'api/state', 'api/history'];
const changes = ['file', 'new', 'settings', 'answer', 'plan', 'start', 'pause', 'resume', 'stop', 'undo'];

describe('import page that is served for long', () => {
  it('removes old uploads, but the chosen one', async () => {
    const page = await startImportPageServer({ removeMs: 50 });
    await page.post('api/file?name=a.csv', 'first');
    await page.post('api/file?name=a.csv', 'second');
    const uploads = path.join(page.dataFolder, 'uploads');
    for (const name of await readdir(uploads)) await utimes(path.join(uploads, name), 1e9, 1e9);

    await until(async () => (await readdir(uploads)).length < 2);
    const [left = ''] = await readdir(uploads);
    const text = await readFile(path.join(uploads, left, 'a.csv'), 'utf8');
    await page.stop();
    expect(text).to.equal('second');
  });
});

describe('import page', () => {
  let page: ImportPageServer;
  beforeEach(async () => {
    page = await startImportPageServer({ maxBytes });
  });
  afterEach(() => page.stop());

  const send = (file: string, sent: Sent = {}) => answerOf(page.port, `/${page.token}/${file}`, sent);
  const own = () => ({
    Origin: `http://127.0.0.1:${page.port}`,
    Host: `127.0.0.1:${page.port}`,
    'X-Counterfoil-Page': page.token,
  });
  const post = (file: string, body = '{}', headers: Readonly<Record<string, string>> = own()) =>
    send(file, { method: 'POST', headers, body });
  const state = async () => JSON.parse((await send('api/state')).body);

  it('answers whoever knows its token', async () => {
    for (const file of reads) expect((await send(file)).status, file).to.equal(200);
  });

  it('answers 404 without the token, whatever is asked for', async () => {
    const { token } = page;
    for (const given of ['', token.slice(1), `${token}x`, encodeURIComponent(`${token} `)])
      for (const file of [...reads, 'files/refused'])
        expect((await answerOf(page.port, `/${given}/${file}`)).status, `${given}/${file}`).to.equal(404);
  });

  it('answers no host but this machine, so that DNS rebinding is useless', async () => {
    for (const host of ['evil.example', `evil.example:${page.port}`, '127.0.0.1.evil.example'])
      expect((await send('api/state', { headers: { Host: host } })).status, host).to.equal(421);
    expect((await send('api/state', { headers: { Host: 'localhost:9000' } })).status).to.equal(200);
  });

  it('changes something only for its own script: with its origin, and its token in a header', async () => {
    const foreign = [
      { ...own(), Origin: 'https://evil.example' },
      { ...own(), Origin: 'null' },
      { ...own(), Origin: `http://127.0.0.1:${page.port + 1}` },
      { ...own(), 'X-Counterfoil-Page': `${page.token}x` },
      { Host: own().Host, 'X-Counterfoil-Page': page.token },
      { Host: own().Host, Origin: own().Origin },
    ];
    for (const name of changes)
      for (const headers of foreign)
        expect((await post(`api/${name}`, 'a', headers)).status, JSON.stringify(headers)).to.equal(403);
    expect(await state()).not.to.have.property('file');
    expect((await post('api/file?name=a.csv', 'a;b\n')).status).to.equal(200);
    expect((await state()).file).to.deep.equal({ name: 'a.csv', bytes: 4 });
  });

  it('knows no other methods and paths', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      expect((await send('api/state', { method, headers: own() })).status, method).to.equal(405);
    for (const file of [
      'api/../../etc/passwd',
      '..%2f..%2fpackage.json',
      'files/..%2f..%2frun.json',
      'constructor',
      'api/__proto__',
      'files/refused',
      'files/other',
    ])
      for (const method of ['GET', 'POST'])
        expect((await send(file, { method, headers: own() })).status, `${method} ${file}`).to.equal(404);
  });

  it('sends its strict headers with every answer, rejections included', async () => {
    const answers = await Promise.all([
      ...reads.map((file) => send(file)),
      answerOf(page.port, '/'),
      send('nothing'),
      send('', { headers: { Host: 'evil.example' } }),
      send('api/stop', { method: 'POST' }),
    ]);

    for (const { headers } of answers)
      expect(headers).to.include({
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      });
  });

  it('listens on 127.0.0.1 only, and has no script or style in its HTML', async () => {
    const outcome = await new Promise<string>((resolve) => {
      const socket = connect(page.port, '127.0.0.2');
      socket.once('connect', () => resolve('connected')).once('error', (error) => resolve(error.message));
    });

    expect(outcome).to.match(/ECONNREFUSED/);
    expect((await send('')).body).not.to.match(/<style|style=|<script>|\son\w+=|https?:\/\//);
  });

  it('refuses a file that is empty or too large, and leaves nothing of it', async () => {
    const large = await post('api/file?name=a.csv', 'x'.repeat(maxBytes + 1));
    const empty = await post('api/file?name=a.csv', '');

    expect([large.status, empty.status]).to.deep.equal([400, 400]);
    expect(large.body).to.match(/has more than 0 MiB: import it with the command/);
    expect(empty.body).to.match(/is empty: choose another one/);
    expect(await readdir(path.join(page.dataFolder, 'uploads'))).to.deep.equal([]);
    expect(await state()).not.to.have.property('file');
  });

  it('refuses settings that are none', async () => {
    const wrong = [
      '[',
      '[]',
      '{"resource":"orders","options":[]}',
      '{"resource":"articles","options":[["-x"]]}',
      '{"resource":"articles","options":[["--a","b","c"]]}',
      '{"resource":"articles"}',
    ];
    for (const body of wrong) expect((await post('api/settings', body)).status, body).to.equal(400);
    const large = await post('api/settings', `{"a":"${'x'.repeat(300_000)}"}`);
    expect(large.status).to.equal(413);
    expect(JSON.parse(large.body).error).to.match(
      /have more than 256 KiB: use the command with a mapping file/,
    );
    expect((await post('api/answer', '{"text":"tax 19"}')).body).to.match(/write options as for the command/);
  });

  it('says what is missing before a step', async () => {
    const { status, body } = await post('api/start');

    expect(status).to.equal(409);
    expect(body).to.match(/the file is not ready: wait, or answer the question first/);
  });

  it('takes no step of a tab that shows another file, or other choices for it', async () => {
    const seen = async () => ({ ...own(), 'X-Counterfoil-Seen': String((await state()).seen) });
    await post('api/file?name=a.csv', 'Nr;Titel\n1;Tee\n');
    const ofFirst = await seen();
    await post('api/file?name=b.csv', 'Nr;Titel\n2;Saft\n');
    const ofSecond = await seen();
    const settings = '{"resource":"articles","options":[]}';

    const stale = await post('api/settings', settings, ofFirst);
    const fresh = [
      await post('api/settings', settings, ofSecond),
      await post('api/settings', settings, ofSecond),
    ];
    const steps = [await post('api/plan', '{}', ofSecond), await post('api/start', '{}', ofSecond)];
    const now = await post('api/plan', '{}', await seen());

    for (const { status, body } of [stale, ...steps]) {
      expect(status).to.equal(409);
      expect(JSON.parse(body)).to.include({ code: 'stale' });
    }
    expect(fresh.map(({ status }) => status)).to.deep.equal([200, 200]);
    expect(JSON.parse(now.body).error).to.match(/the file is not ready/);
  });

  it('does not cut an upload that takes longer than five minutes', async () => {
    const timeouts: number[] = [];
    const note = (message: unknown) => {
      timeouts.push((message as { readonly server: Server }).server.requestTimeout);
    };
    subscribe('http.server.request.start', note);
    await send('');
    unsubscribe('http.server.request.start', note);

    expect(timeouts).to.deep.equal([0]);
  });

  it('makes changes that come at once one after the other', async () => {
    await post('api/file?name=a.csv', 'Nr;Titel\n1;Tee\n');
    const resources = ['articles', 'customers', 'addresses'];
    const sent = Array.from({ length: 12 }, (_, index) =>
      post('api/settings', JSON.stringify({ resource: resources[index % 3], options: [] })),
    );

    const statuses = (await Promise.all(sent)).map(({ status }) => status);

    expect(new Set(statuses)).to.deep.equal(new Set([200]));
    await until(async () => (await state()).task === undefined && (await state()).problem !== undefined);
  });

  it('keeps the answers for the refused rows of the file before, and for no other file', async () => {
    const settings = {
      resource: 'articles',
      options: [
        ['--sheet', '2'],
        ['--tax-rate', '19'],
      ],
    };
    const chosenAfter = async (name: string) => {
      await post('api/file?name=a.xlsx', 'no workbook');
      await post('api/settings', JSON.stringify(settings));
      await post('api/new');
      await post(`api/file?name=${name}`, 'Nr;Titel\n1;Tee\n');
      const { resource, options } = await state();
      return { resource, options };
    };

    const kept = { resource: 'articles', options: [['--tax-rate', '19']] };
    expect(await chosenAfter('a.xlsx.refused.csv')).to.deep.equal(kept);
    expect(await chosenAfter('Kopie%20von%20a.xlsx.dry-run.refused%20(1).csv')).to.deep.equal(kept);
    expect(await chosenAfter('b.xlsx.refused.csv')).to.deep.equal({ resource: undefined, options: [] });
  });

  it('shows the options that the command refuses, and that the service is away', async () => {
    await post('api/file?name=a.csv', 'Nr;Titel\n1;Tee\n');
    await post('api/settings', '{"resource":"articles","options":[["--tax-rate","much"]]}');
    await until(async () => (await state()).problem?.faults[0].text.includes("'much' is invalid"));
    await post('api/settings', '{"resource":"articles","options":[]}');
    await until(async () => (await state()).problem?.faults[0].text === 'there is no service in this test');
  });
});

function answerOf(
  port: number,
  file: string,
  { method = 'GET', headers = {}, body }: Sent = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: file, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode as number, headers: response.headers, body: text }),
      );
    });
    sent.on('error', reject).end(body);
  });
}
