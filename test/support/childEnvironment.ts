import { databaseEngine } from './databaseEngine.ts';

/** Returns the environment of a process that a test starts: of the test run's settings, only the kind of database and the folder of coverage. */
export function childEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '', NODE_V8_COVERAGE } = process.env;
  const coverage: Record<string, string> = NODE_V8_COVERAGE ? { NODE_V8_COVERAGE } : {};
  return { PATH, HOME, COUNTERFOIL_PRIVATE_ENGINE: databaseEngine, ...coverage };
}
