import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { Running } from '../support/running.ts';
import { blocksOf, documents } from './documents.ts';

const blocks = documents.flatMap(blocksOf).filter(({ language }) => language === 'ts');

const client = path.resolve('client/index.ts');

/** What examples have from their reader, or from an example before them, and its type. */
const given: Readonly<Record<string, string>> = {
  ...{ url: 'string', appId: 'string', apiSecret: 'string' },
  service: `ReturnType<typeof import('${client}').counterfoil>`,
};

describe('TypeScript in documents', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-documents-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('compiles', async () => {
    const files = await Promise.all(
      blocks.map(async ({ document, line, text }) => {
        const file = path.join(folder, `${path.basename(document)}.${line}.ts`);
        await writeFile(file, moduleOf(text));
        return file;
      }),
    );
    if (files.length === 0) return;
    await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
    const config = path.join(folder, 'tsconfig.json');
    await writeFile(config, JSON.stringify(configOf(files)));

    const { code, stdout } = await new Running('npx', ['tsc', '--noEmit', '-p', config]).ended;

    expect(stdout).to.equal('');
    expect(code).to.equal(0);
  }).timeout(60_000);
});

/** As a file of its own, which imports this checkout. */
function moduleOf(text: string): string {
  const missing = Object.entries(given).filter(
    ([name]) => !new RegExp(`\\b(?:const|let) ${name}\\b`).test(text),
  );
  const declared = missing.map(([name, type]) => `declare const ${name}: ${type};\n`).join('');
  const imports = text.replaceAll(/(['"])\.\/(?=client\/|shared\/)/g, `$1${process.cwd()}/`);
  return `${declared}${imports}\nexport {};\n`;
}

function configOf(files: readonly string[]) {
  return {
    extends: path.resolve('tsconfig.json'),
    compilerOptions: {
      noUnusedLocals: false,
      rewriteRelativeImportExtensions: false,
      skipLibCheck: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      typeRoots: [path.resolve('node_modules/@types')],
      types: ['node'],
      rootDir: '/',
    },
    include: [],
    files,
  };
}
