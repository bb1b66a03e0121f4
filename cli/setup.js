// Plain JavaScript: it runs before anything is installed or compiled.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const at = (...names) => path.join(root, ...names);
const sources = ['shared', 'gateway', 'workers', 'migrations', 'client', 'cli'];
/** Written after a whole build: its time tells whether the sources are newer. */
const stamp = at('dist/.built');

/** Installs packages and compiles where that is due; returns whether all went well. A built image has nothing to do. */
export async function setUp() {
  if (!existsSync(at('tsconfig.json'))) return true;
  if (isOlder(at('node_modules/.package-lock.json'), modified(at('package-lock.json')))) {
    if (
      !run('Installing packages', 'npm', [
        'ci',
        '--include=dev',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
      ])
    )
      return false;
  }
  const changed = Math.max(modified(at('tsconfig.json')), ...sources.map(newest));
  return !isOlder(stamp, changed) || compile();
}

/** Types are checked by `npm run typecheck`; a start should not wait for that. */
function compile() {
  const tsc = [at('node_modules/typescript/bin/tsc'), '-p', at('tsconfig.build.json'), '--noCheck'];
  const done = run('Compiling', process.execPath, tsc);
  if (done) writeFileSync(stamp, '');
  return done;
}

/** Output is shown only when the step fails: it is what tells why. */
function run(step, command, parameters) {
  process.stderr.write(`${step}\n`);
  const { status, stdout, stderr, error } = spawnSync(command, parameters, { cwd: root, encoding: 'utf8' });
  if (status === 0) return true;
  process.stderr.write(
    `${stdout ?? ''}${stderr ?? ''}counterfoil: ${step.toLowerCase()} failed${error ? `: ${error.message}` : ''}\n`,
  );
  process.exitCode = 1;
  return false;
}

function isOlder(file, time) {
  return modified(file) < time;
}

function modified(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** When something below a folder of sources was last changed. */
function newest(folder) {
  if (!existsSync(at(folder))) return 0;
  const files = readdirSync(at(folder), { recursive: true }).filter((name) => name.endsWith('.ts'));
  return Math.max(0, ...files.map((name) => modified(at(folder, name))));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setUp();
