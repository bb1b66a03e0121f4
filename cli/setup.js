// Plain JavaScript: it runs before anything is installed or compiled.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, closeSync, constants, existsSync, openSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const at = (...names) => path.join(root, ...names);

/** Written by cli/bundle.js after a complete build: the files that it was made from, as `fingerprint` has them, one a line. */
const stamp = at('dist/.built');
const lockFile = 'package-lock.json';

/**
 * Makes the project ready to run and returns whether it is. `up` and `npm run build` install and compile changes. Other
 * commands do so only if it was never done: a role runs the same code as the other roles, and its user may lack the right to
 * write here. A built image has nothing to do.
 */
export async function setUp(command) {
  if (!existsSync(at('tsconfig.json'))) return true;
  if (existsSync(stamp) && existsSync(installed) && !bringsUpToDate.includes(command)) return true;
  if (todo().length === 0) return true;
  if (!isWritable()) return fail(`this user may not write in ${root}: ${asOwner}`);
  return alone(() => {
    // Another command may have done it meanwhile.
    const steps = todo();
    if (steps.length === 0) return true;
    if (!isInUse()) return steps.every((step) => step());
    if (command !== 'up') return fail(`a running \`counterfoil up\` uses ${at('dist')}: stop it first`);
    process.stderr.write(
      'The sources have changed, but a running `counterfoil up` uses dist: using it as it is\n',
    );
    return true;
  });
}

function todo() {
  const built = existsSync(stamp) ? readFileSync(stamp, 'utf8').split('\n') : [];
  const isToCompile = built.length === 0 || built.some(hasChanged);
  const lock = built.find((line) => line.endsWith(` ${lockFile}`));
  const lacksPackages = !existsSync(installed) || (lock ? hasChanged(lock) : isNewer(lockFile, installed));
  return [
    ...(lacksPackages || (isToCompile && !existsSync(compiler)) ? [install] : []),
    ...(isToCompile ? [compile] : []),
  ];
}

/**
 * Runs the work while no other command installs or compiles here: two `npm ci` at once remove each other's packages. The lock
 * belongs to this process's opening of the folder, so it ends with the process, even if that is killed. Without the program
 * `flock`, nothing is locked.
 */
function alone(work) {
  const folder = openSync(root, 'r');
  const lock = (...options) =>
    spawnSync('flock', ['--exclusive', ...options, '3'], { stdio: ['ignore', 'ignore', 'ignore', folder] });
  try {
    if (lock('--nonblock').status === 1) {
      process.stderr.write('Another command installs packages or compiles here: waiting for it\n');
      if (lock().status !== 0) return fail('stopped while waiting for another command');
    }
    return work();
  } finally {
    closeSync(folder);
  }
}

const bringsUpToDate = ['up', 'build'];
const asOwner = 'run `npm run build` there as its owner, once';
/** Missing after `npm prune --omit=dev`. */
const compiler = at('node_modules/esbuild/lib/main.js');
/** Written by npm after a complete installation. */
const installed = at('node_modules/.package-lock.json');

/** No package needs its install script (allowScripts in package.json); npm 10 would run them all. */
function install() {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  return run('Installing packages', 'npm', ['ci', '--ignore-scripts', '--include=dev', ...quiet]);
}

/** `npm run typecheck` checks the types; a start should not wait for that. */
function compile() {
  return run('Compiling', process.execPath, [at('cli/bundle.js')]);
}

/** Each `up` locks the folder that it runs from (servers/system/dataFolder.ts). */
function isInUse() {
  if (!existsSync(at('dist'))) return false;
  return spawnSync('flock', ['--nonblock', '--exclusive', at('dist'), 'true']).status === 1;
}

function isWritable() {
  try {
    for (const folder of [root, at('dist')]) if (existsSync(folder)) accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function fail(message) {
  process.stderr.write(`counterfoil: ${message}\n`);
  process.exitCode = 1;
  return false;
}

/** Shows the output only if the step fails. */
function run(step, command, parameters) {
  process.stderr.write(`${step}\n`);
  const { status, stdout, stderr, error } = spawnSync(command, parameters, { cwd: root, encoding: 'utf8' });
  if (status === 0) return true;
  process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`);
  return fail(`${step.toLowerCase()} failed${error ? `: ${error.message}` : ''}`);
}

/** Identifies the content of a file: an archive that is unpacked over this folder may have older times. */
export function fingerprint(name) {
  const content = existsSync(at(name)) ? readFileSync(at(name)) : '';
  return `${createHash('sha256').update(content).digest('hex')} ${name}`;
}

function hasChanged(line) {
  const [, name = ''] = /^\w+ (.+)$/.exec(line) ?? [];
  return name === '' || fingerprint(name) !== line;
}

function isNewer(name, file) {
  return !(statSync(at(name), { throwIfNoEntry: false })?.mtimeMs <= statSync(file).mtimeMs);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setUp('build');
