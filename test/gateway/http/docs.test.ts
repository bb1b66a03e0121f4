import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { request } from 'undici';
import { referencePage } from '../../../docs/generate/reference/referencePage.ts';
import { type Gateway, startGateway } from '../../../gateway/gateway.ts';
import { exampleLanguages, exampleUrl } from '../../../gateway/http/exampleFiles.ts';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';
import { cluster, gatewaySettings } from '../../support/cluster.ts';

const paths = [
  '/docs',
  '/docs/page.js',
  ...exampleLanguages.map((name) => `/${exampleUrl(name)}`),
  '/docs/signature-vectors.json',
  '/openapi.json',
  '/openapi-3.0.json',
];

describe('documentation at a gateway', () => {
  let gateway: Gateway;
  before(async () => {
    gateway = await startGateway(gatewaySettings(0, { servesDocs: true }), ignoreEvents);
  });
  after(() => gateway.stop());

  function ask(
    path: string,
    options: { method?: 'GET' | 'HEAD' | 'POST'; headers?: Record<string, string> } = {},
  ) {
    return request(`http://127.0.0.1:${gateway.port}${path}`, options);
  }

  it('is the page that the contract says', () => {
    const page = readFileSync('gateway/docs/assets/page.html', 'utf8');

    expect(page === referencePage(), 'out of date: run npm run docs').to.equal(true);
  });

  for (const path of paths)
    it(`has ${path}, for GET and HEAD, and once it was sent only its ETag`, async () => {
      const first = await ask(path);
      const text = await first.body.text();
      const head = await ask(path, { method: 'HEAD' });
      const again = await ask(path, { headers: { 'If-None-Match': String(first.headers['etag']) } });

      expect(first.statusCode).to.equal(200);
      expect(text).to.have.length.above(500);
      expect(head.statusCode).to.equal(200);
      expect(head.headers['content-length']).to.equal(String(Buffer.byteLength(text)));
      expect(await head.body.text()).to.equal('');
      expect(again.statusCode).to.equal(304);
      expect(await again.body.text()).to.equal('');
    });

  it('is compressed for those who accept it', async () => {
    const { headers, body } = await ask('/openapi.json', { headers: { 'Accept-Encoding': 'gzip, br' } });
    const bytes = Buffer.from(await body.arrayBuffer());

    expect(headers['content-encoding']).to.equal('gzip');
    expect(gunzipSync(bytes).toString()).to.equal(readFileSync('docs/openapi.json', 'utf8'));
    expect(bytes.length).to.be.below(80_000);
  });

  it('allows scripts, styles and requests of this service alone', async () => {
    const { headers, body } = await ask('/docs');
    const page = await body.text();

    const policy = String(headers['content-security-policy']);
    expect(policy)
      .to.include("default-src 'none'")
      .and.include("connect-src 'self'")
      .and.include("script-src 'self';");
    expect(policy).not.to.match(/unsafe|https?:|\*|data:/);
    expect(page).not.to.match(
      /<script(?! type="module" src="docs\/)|<style|\sstyle=|\son\w+=|(?:src|href)="(?:https?:)?\/\//,
    );
  });

  it('refuses other verbs, and paths beside it', async () => {
    const post = await ask('/docs', { method: 'POST' });
    expect(post.statusCode).to.equal(405);
    expect(post.headers).to.include({ allow: 'GET, HEAD', 'x-svc-error': 'verb_not_allowed' });
    await post.body.dump();

    for (const path of [
      '/docs/',
      '/docs?x=1',
      '/docs/../gateway.ts',
      '/docs/page.html',
      '/docs/constructor',
    ]) {
      const { statusCode, body } = await ask(path);
      expect(statusCode, path).to.equal(404);
      await body.dump();
    }
  });

  it('is not there unless it was asked for', async () => {
    const { url } = await cluster();
    for (const path of paths) {
      const { statusCode, headers, body } = await request(`${url}${path}`);
      expect(statusCode, path).to.equal(404);
      expect(headers['x-svc-error']).to.equal('not_found');
      await body.dump();
    }
  });
});
