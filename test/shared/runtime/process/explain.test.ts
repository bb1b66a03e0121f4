import { expect } from 'chai';
import { explain, OperatorError } from '../../../../shared/runtime/process/explain.ts';

describe('explain', () => {
  const errors = [
    { error: new OperatorError('for the operator'), line: 'for the operator' },
    { error: new Error('first\nsecond'), line: 'first' },
    { error: 'a string', line: 'a string' },
    {
      error: Object.assign(new AggregateError([{ address: '::1', port: 3306 }]), { code: 'ECONNREFUSED' }),
      line: 'the database at [::1]:3306 does not answer: is it running?',
    },
    ...['ENOTFOUND', 'EAI_AGAIN'].map((code) => ({
      error: Object.assign(new Error('getaddrinfo'), { code, hostname: 'db.example' }),
      line: "the host name db.example can't be resolved: check HOST and DATABASE_URL",
    })),
    ...Object.entries({
      EADDRNOTAVAIL: '10.0.0.9 is not an address of this machine: check HOST',
      EACCES: "/srv can't be used: check its owner, or set COUNTERFOIL_DATA_DIR to another folder",
      ENOENT: '/srv does not exist',
      EROFS: "/srv can't be written: its file system is read-only",
      ENOTDIR: "/srv can't be created: a folder in its path is a file",
      EEXIST: "/srv can't be created: a file with this name exists",
      ENOSPC: 'the disk is full: free some disk space',
      ER_ACCESS_DENIED_ERROR:
        'the database rejects the user or password of DATABASE_URL, or requires TLS for this user: check DATABASE_URL and DATABASE_CA_FILE',
      MigrationLocked:
        'another migration is running: wait until it ends; if it was killed, run `counterfoil migrate unlock`',
      ER_SECURE_TRANSPORT_REQUIRED:
        'the database accepts connections over TLS only: set DATABASE_CA_FILE, or add ?ssl-mode=VERIFY_IDENTITY to DATABASE_URL',
      HANDSHAKE_NO_SSL_SUPPORT:
        'the database does not offer TLS, which DATABASE_URL or DATABASE_CA_FILE requires',
      HANDSHAKE_SSL_ERROR:
        'the certificate of the database is not valid (system): check the host in DATABASE_URL, and DATABASE_CA_FILE',
      ER_DBACCESS_DENIED_ERROR:
        'the user of DATABASE_URL has no access to its database: grant it, see docs/deploying.md',
      ER_BAD_DB_ERROR: 'the database in DATABASE_URL does not exist: create it, or correct the name',
    }).map(([code, line]) => {
      const error = Object.assign(new Error('system'), { code, address: '10.0.0.9', path: '/srv' });
      return { error, line };
    }),
    {
      error: Object.assign(new Error('system'), { code: 'EACCES', port: 80 }),
      line: 'this user has no permission to use port 80: set PORT to 1024 or higher',
    },
  ];
  for (const { error, line } of errors)
    it(`explains ${String(error).split('\n')[0]} ${(error as { code?: string }).code ?? ''} in one line`, () => {
      expect(explain(error)).to.equal(line);
    });
});
