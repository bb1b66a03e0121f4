// @early: one of the slowest.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { newAccount } from '../support/account.ts';
import { type ClientPackage, EmptyProject, packClient } from '../support/clientPackage.ts';
import { cluster } from '../support/cluster.ts';

/** The same in every project; each one makes `service`, `RefusedError` and `log` in its own way. */
const program = `
const { article_ident } = await service.article.create({ article_title: 'Tea', external_ident: 'shop-1' });
log(await service.article.exists({ article_ident }), await service.article.exists({ article_ident: 'art_0' }));
const { article_price } = await service.article.update({ article_ident, article_price: '12.50' });
log(article_price);
try {
  await service.article.create({ article_title: 'Tea', external_ident: 'shop-1' });
} catch (error) {
  if (!(error instanceof RefusedError) || error.code !== 'external_ident_exists') throw error;
  log(error.data.article_ident === article_ident, error.idempotencyKey?.length);
}
const [created, missing] = await service.batch([
  { method: 'article.create', data: { article_title: 'Cup' } },
  { method: 'customer.exists', data: { customer_ident: 'cus_0' } },
]);
log(typeof created.data?.article_ident, missing.data);
await service.close();
`;
const printed = ['true false', '12.5', 'true 36', 'string false'];

const service = `const { COUNTERFOIL_URL = '', APP_ID = '', API_SECRET = '' } = process.env;
const service = counterfoil({ url: COUNTERFOIL_URL, appId: APP_ID, apiSecret: API_SECRET });
const log = (...values/* types */) => console.log(values.join(' '));
`;
const [typedService, plainService] = [': readonly unknown[]', ''].map((types) =>
  service.replace('/* types */', types),
) as [string, string];

/** Program with nothing but the language itself: no types of Node and none of browsers. */
const bareTypeScript = `import { counterfoil, RefusedError } from 'counterfoil-client';
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };
declare const console: { log(text: string): void };
${typedService}${program}`;

const wrongUses = `import { counterfoil, type CustomerCreateRequest, type Request } from 'counterfoil-client';
const service = counterfoil({ url: 'http://127.0.0.1', appId: 'a', apiSecret: 's' });
export const request: CustomerCreateRequest = { bill_title: 1 } satisfies Request<'customer.create'>;
export const wrong = [
  // @ts-expect-error no such field
  () => service.article.create({ article_title: 'Tea', titel: 'Tea' }),
  // @ts-expect-error no such unit
  () => service.article.create({ article_title: 'Tea', article_unit: 'kg' }),
  // @ts-expect-error a field is missing
  () => service.customer.update({ bill_city: 'Kiel' }),
  // @ts-expect-error no such field
  () => service.customer.update({ customer_ident: 'cus_1', bill_citty: 'Kiel' }),
  // @ts-expect-error no such operation
  () => service.batch([{ method: 'order.create', data: {} }]),
  // @ts-expect-error no such option
  () => counterfoil({ url: 'http://127.0.0.1', appId: 'a', apiSecret: 's', retries: 1 }),
];
`;

const strict = { strict: true, lib: ['ES2022'], types: [], target: 'ES2022', skipLibCheck: false };
const configuration = (compilerOptions: object) =>
  JSON.stringify({ compilerOptions: { ...strict, ...compilerOptions }, include: ['*.ts', '*.cts'] });

describe("the client's package (installs it)", function () {
  this.timeout(120_000);
  let packed: ClientPackage;
  const projects: EmptyProject[] = [];
  before(async () => {
    packed = await packClient();
  });
  after(() => {
    for (const project of projects) project.remove();
    packed?.remove();
  });

  const install = async (files: Readonly<Record<string, string>>): Promise<EmptyProject> => {
    const project = new EmptyProject(files);
    projects.push(project);
    await project.install(packed.tarball);
    return project;
  };
  const expectRun = async (project: EmptyProject, file: string): Promise<void> => {
    const { appId, apiSecret } = await newAccount();
    const env = { COUNTERFOIL_URL: (await cluster()).url, APP_ID: appId, API_SECRET: apiSecret };
    const { code, stdout, stderr } = await project.run(file, env);
    expect(code, stderr).to.equal(0);
    expect(stdout.trimEnd().split('\n')).to.deep.equal(printed);
  };

  it('has less than 100 kB, no dependencies, and none of our sources', () => {
    const manifest = JSON.parse(readFileSync(path.join(packed.folder, 'package.json'), 'utf8'));

    expect(statSync(packed.tarball).size).to.be.below(100_000);
    expect(manifest).to.not.have.any.keys('dependencies', 'peerDependencies', 'scripts');
    expect(manifest.version).to.equal(JSON.parse(readFileSync('package.json', 'utf8')).version);
    expect(readdirSync(packed.folder).toSorted()).to.deep.equal([
      'LICENSE',
      'README.md',
      'index.cjs',
      'index.d.cts',
      'index.d.ts',
      'index.js',
      'package.json',
    ]);
    for (const file of ['index.js', 'index.cjs', 'index.d.cts'])
      expect(readFileSync(path.join(packed.folder, file), 'utf8')).to.not.match(/typebox|undici|'node:/);
  });

  it('runs in a project of plain JavaScript with modules', async () => {
    const head = "import { counterfoil, RefusedError } from 'counterfoil-client';\n";
    await expectRun(await install({ 'program.mjs': head + plainService + program }), 'program.mjs');
  });

  it('runs in a project of plain JavaScript with require', async () => {
    const head = "const { counterfoil, RefusedError } = require('counterfoil-client');\n";
    const text = `${head}${plainService}(async () => {${program}})();\n`;
    await expectRun(await install({ 'program.cjs': text }), 'program.cjs');
  });

  it('compiles in strict TypeScript that knows nothing else, and wrong uses do not', async () => {
    const project = await install({
      'package.json': '{ "type": "module" }',
      'program.ts': bareTypeScript,
      'wrong.ts': wrongUses,
      'required.cts': "import { counterfoil } from 'counterfoil-client';\nexport const open = counterfoil;\n",
      'tsconfig.json': configuration({ module: 'nodenext', exactOptionalPropertyTypes: true }),
      'bundler.json': configuration({ module: 'esnext', moduleResolution: 'bundler', noEmit: true }),
    });

    for (const file of ['tsconfig.json', 'bundler.json']) {
      const { code, stdout } = await project.compile(file);
      expect(code, `${file}: ${stdout}`).to.equal(0);
    }
    await expectRun(project, 'program.js');
  });
});
