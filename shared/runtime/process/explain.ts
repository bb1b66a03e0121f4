import { hostAndPort } from '../settings/serverAddress.ts';

/** The message is written for the operator. */
export class OperatorError extends Error {}

interface SystemError extends Error {
  readonly code?: string;
  readonly address?: string;
  readonly port?: number;
  readonly path?: string;
  readonly hostname?: string;
  readonly errors?: readonly SystemError[];
  /** The database's own message. `message` also has the statement and its values, which Knex adds. */
  readonly sqlMessage?: string;
}

const askForTls = 'set DATABASE_CA_FILE, or add ?ssl-mode=VERIFY_IDENTITY to DATABASE_URL';

/** Replacements for errors of servers and of the system, whose own messages are written for programmers. */
const explanations: Readonly<Record<string, (error: SystemError) => string>> = {
  EADDRINUSE: ({ port }) => `port ${port} is in use: set PORT to a free port`,
  ECONNREFUSED: (error) => {
    // A name with several addresses has an error for each.
    const [{ address = 'its address', port = '' }] = [...(error.errors ?? []), error] as [SystemError];
    return `the database at ${hostAndPort(address, port)} does not answer: is it running?`;
  },
  ENOTFOUND: unknownName,
  EAI_AGAIN: unknownName,
  EADDRNOTAVAIL: ({ address }) => `${address} is not an address of this machine: check HOST`,
  ETIMEDOUT: silentDatabase,
  KnexTimeoutError: silentDatabase,
  EACCES: ({ path, port }) =>
    path
      ? `${path} can't be used: check its owner, or set COUNTERFOIL_DATA_DIR to another folder`
      : `this user has no permission to use port ${port}: set PORT to 1024 or higher`,
  ENOENT: ({ path }) => `${path ?? 'a file'} does not exist`,
  EROFS: ({ path }) => `${path} can't be written: its file system is read-only`,
  ENOTDIR: ({ path }) => `${path} can't be created: a folder in its path is a file`,
  EEXIST: ({ path }) => `${path} can't be created: a file with this name exists`,
  ENOSPC: () => 'the disk is full: free some disk space',
  ER_ACCESS_DENIED_ERROR: () =>
    'the database rejects the user or password of DATABASE_URL, or requires TLS for this user: check DATABASE_URL and DATABASE_CA_FILE',
  MigrationLocked: () =>
    'another migration is running: wait until it ends; if it was killed, run `counterfoil migrate unlock`',
  ER_SECURE_TRANSPORT_REQUIRED: () => `the database accepts connections over TLS only: ${askForTls}`,
  HANDSHAKE_NO_SSL_SUPPORT: () =>
    'the database does not offer TLS, which DATABASE_URL or DATABASE_CA_FILE requires',
  HANDSHAKE_SSL_ERROR: ({ message }) =>
    `the certificate of the database is not valid (${firstLine(message)}): check the host in DATABASE_URL, and DATABASE_CA_FILE`,
  ER_DBACCESS_DENIED_ERROR: () =>
    'the user of DATABASE_URL has no access to its database: grant it, see docs/deploying.md',
  ER_BAD_DB_ERROR: () => 'the database in DATABASE_URL does not exist: create it, or correct the name',
};

export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = error.name, sqlMessage } = error as SystemError;
  const explained = explanations[code]?.(error);
  return (
    explained ?? (sqlMessage === undefined ? firstLine(error.message) : refusedStatement(code, sqlMessage))
  );
}

/** Shows only the name of a missing right: other messages of the database quote statements and values. */
function refusedStatement(code: string, sqlMessage: string): string {
  const [, right] = /^([A-Z][A-Z ,]*) command denied to user/.exec(sqlMessage) ?? [];
  if (right) return `the user of DATABASE_URL lacks the right ${right}: grant it, see docs/deploying.md`;
  return `the database rejected a statement (${code})`;
}

function unknownName({ hostname }: SystemError): string {
  return `the host name ${hostname} can't be resolved: check HOST and DATABASE_URL`;
}

function silentDatabase(): string {
  return 'the database did not answer in time: is it running? Check DATABASE_URL';
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? '';
}
