// Run by cli/setup.js. Bundles the program with its packages: loading a thousand files took most of a role's start.
import { cpSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

/** Knex and msgpackr try to load these only when they are used: other databases, and a part that is compiled C++. */
const neverBundled = [
  ...['better-sqlite3', 'mariadb', 'mysql', 'oracledb', 'pg', 'pg-query-stream', 'sqlite3', 'tedious'],
  'msgpackr-extract',
];

/** Two levels below dist/, as the sources that look for cli/main.js and dist/ are below the project. */
const chunks = 'cli/chunks';

/** What packages in CommonJS expect. The names with $ are none that the bundled code declares. */
const ofCommonJs = [
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
  banner: { js: ofCommonJs },
  sourcemap: true,
  sourcesContent: false,
  metafile: true,
});

/** Files for browsers, which are sent as they are. */
const assets = [
  'cli/statusPage/assets',
  'gateway/docs/assets',
  'docs/openapi.json',
  'docs/openapi-3.0.json',
  'examples',
];
for (const place of assets) cpSync(place, `dist/${place}`, { recursive: true });

const written = Object.keys(metafile.outputs).map((file) => path.basename(file));
for (const name of readdirSync(`dist/${chunks}`))
  if (!written.includes(name)) rmSync(`dist/${chunks}/${name}`);
