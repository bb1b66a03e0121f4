// `npm run build:client`: writes the client's package to dist/client, ready for `npm pack` or `npm publish`.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundledTypes } from './bundledTypes.js';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const at = (...names) => path.join(root, ...names);
const folder = path.resolve(root, process.argv[2] ?? 'dist/client');
const types = `${folder}.types`;

const { version, license } = JSON.parse(readFileSync(at('package.json'), 'utf8'));

const manifest = {
  name: 'counterfoil-client',
  version,
  license,
  description:
    'The client of Counterfoil, an invoicing back-end: typed calls over fetch, signed and repeated safely.',
  keywords: ['counterfoil', 'invoicing', 'api-client'],
  type: 'module',
  exports: {
    '.': {
      import: {
        types: './index.d.ts',
        default: './index.js',
      },
      require: {
        types: './index.d.cts',
        default: './index.cjs',
      },
    },
    './package.json': './package.json',
  },
  main: './index.cjs',
  module: './index.js',
  types: './index.d.ts',
  sideEffects: false,
  engines: { node: '>=20' },
};

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [format, file] of [
  ['esm', 'index.js'],
  ['cjs', 'index.cjs'],
])
  await build({
    entryPoints: [at('client/webClient.ts')],
    outfile: path.join(folder, file),
    bundle: true,
    format,
    platform: 'neutral',
    target: 'es2022',
  });

const compiler = at('node_modules/typescript/bin/tsc');
const tsc = spawnSync(process.execPath, [compiler, '-p', at('client/package'), '--outDir', types], {
  encoding: 'utf8',
});
if (tsc.status !== 0) throw new Error(`the types of the client do not compile:\n${tsc.stdout}${tsc.stderr}`);
const text = bundledTypes(path.join(types, 'client/webClient.d.ts'));
rmSync(types, { recursive: true });
writeFileSync(path.join(folder, 'index.d.cts'), text);
// Both formats share one file, so that their types are the same.
writeFileSync(path.join(folder, 'index.d.ts'), "export * from './index.cjs';\n");

writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
cpSync(at('client/package/README.md'), path.join(folder, 'README.md'));
cpSync(at('LICENSE'), path.join(folder, 'LICENSE'));
