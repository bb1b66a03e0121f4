// Run by cli/setup.js. Bundles the program with its packages: loading a thousand files took most of a role's start.
import { cpSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { fingerprint } from './setup.js';

/** Knex and msgpackr load these only if they are used: other databases, and a part in compiled C++. */
const neverBundled = [
  'better-sqlite3',
  'mariadb',
  'mysql',
  'oracledb',
  'pg',
  'pg-query-stream',
  'sqlite3',
  'tedious',
  'msgpackr-extract',
];

/** Two levels below dist/: the sources, too, are two levels below the folder in which they look for cli/main.js and dist/. */
const chunks = 'cli/chunks';

/** CommonJS packages expect these names. The names with $ are not declared in the bundled code. */
const commonJsNames = [
  "import { createRequire as $createRequire } from 'node:module';",
  "import { dirname as $dirname } from 'node:path';",
  "import { fileURLToPath as $fileURLToPath } from 'node:url';",
  'const require = $createRequire(import.meta.url);',
  'const __filename = $fileURLToPath(import.meta.url), __dirname = $dirname(__filename);',
].join('\n');

const { metafile } = await build({
  entryPoints: ['cli/main.ts'],
  outbase: '.',
  outdir: 'dist',
  chunkNames: `${chunks}/[name]-[hash]`,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: neverBundled,
  banner: { js: commonJsNames },
  sourcemap: true,
  sourcesContent: false,
  metafile: true,
});

/** The code of the import page, for browsers. */
const { metafile: ofPage } = await build({
  entryPoints: ['importer/page/browser/page.jsx'],
  outfile: 'dist/importer/page/assets/page.js',
  bundle: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  minify: true,
  metafile: true,
});

const assets = [
  'importer/page/assets',
  'observe/page/assets',
  'shared/runtime/page/assets',
  'gateway/docs/assets',
  'docs/openapi.json',
  'docs/openapi-3.0.json',
  'examples',
];
for (const place of assets) cpSync(place, `dist/${place}`, { recursive: true });
const copied = assets
  .flatMap((place) => [
    place,
    ...(statSync(place).isDirectory()
      ? readdirSync(place, { recursive: true }).map((name) => path.join(place, name))
      : []),
  ])
  .filter((place) => statSync(place).isFile());

const written = Object.keys(metafile.outputs).map((file) => path.basename(file));
for (const name of readdirSync(`dist/${chunks}`))
  if (!written.includes(name)) rmSync(`dist/${chunks}/${name}`);

const compiled = [metafile, ofPage]
  .flatMap(({ inputs }) => Object.keys(inputs))
  .filter((name) => !name.startsWith('node_modules/'));
const settings = ['tsconfig.json', 'package-lock.json', 'cli/bundle.js'];
// Last, since it says that the build is complete.
const sources = new Set([...settings, ...copied, ...compiled]);
writeFileSync('dist/.built', [...sources].map(fingerprint).join('\n'));
