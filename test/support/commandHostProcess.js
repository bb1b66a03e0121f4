// Runs commands one after the other in one process, as the file of each command is loaded once (commandHost.ts).
import { pathToFileURL } from 'node:url';

const program = pathToFileURL('dist/cli/main.js').href;
const ownEnvironment = { ...process.env };
const exit = process.exit.bind(process);
let count = 0;

/** Ends a command, as `process.exit` would end its process. */
class Exit extends Error {}

async function run({ parameters, env }) {
  const printed = { stdout: '', stderr: '' };
  let code;
  for (const name of ['stdout', 'stderr'])
    process[name].write = (text) => {
      if (code === undefined) printed[name] += text;
      return true;
    };
  process.exit = (given) => {
    code ??= given ?? process.exitCode ?? 0;
    throw new Exit();
  };
  setEnvironment(env);
  process.argv.splice(1, process.argv.length, 'cli/counterfoil.js', ...parameters);
  try {
    // The query makes it another module; those that it imports are loaded once.
    count += 1;
    await import(`${program}?${count}`);
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
  }
  const ended = { code: code ?? process.exitCode ?? 0, signal: null, ...printed };
  process.exitCode = undefined;
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
  process.stdout.removeAllListeners('error');
  process.send(ended);
}

function setEnvironment(env) {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, ownEnvironment, env);
}

process.on('message', (command) => void run(command));
process.once('disconnect', () => exit());
