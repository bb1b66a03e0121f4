import { databaseEngine } from './databaseEngine.ts';

/** The environment of a process that a test starts. No setting of the test run reaches it, but the kind of database and where coverage is kept. */
export function childEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '', NODE_V8_COVERAGE } = process.env;
  const coverage: Record<string, string> = NODE_V8_COVERAGE ? { NODE_V8_COVERAGE } : {};
  return { PATH, HOME, COUNTERFOIL_DATABASE: databaseEngine, ...coverage };
}
