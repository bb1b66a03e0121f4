import { expect } from 'chai';
import { diagnose } from '../../../observe/diagnosis/diagnose.ts';
import { gatewayStatus, workerStatus } from '../statuses.ts';

describe("workers that can't connect to the database", () => {
  const late = gatewayStatus({ article: { inFlight: 9, meanInFlight: 9, oldestMs: 4_000 } });
  const found = (connectionError: string, database = {}) =>
    diagnose([late, workerStatus({ lane: { connectionError } })], {}, database);

  it('are named, although it answers here', () => {
    expect(found('ETIMEDOUT')).to.deep.include({
      bottleneck: 'databaseAway',
      of: 'worker article',
      text: "1 of 1 worker can't connect to the database (ETIMEDOUT), and calls wait for it",
    });
  });

  it('are not named while no call waits for them', () => {
    const idle = diagnose([gatewayStatus(), workerStatus({ lane: { connectionError: 'ETIMEDOUT' } })]);

    expect(idle.bottleneck).to.equal('none');
  });

  for (const error of ['ER_ACCESS_DENIED_ERROR', 'ENOTFOUND'])
    it(`are named although the reader gets the same error: ${error}`, () => {
      expect(found(error, { error }).text).to.include(`can't connect to the database (${error})`);
    });

  it('lack a valid certificate of the database', () => {
    expect(found('HANDSHAKE_SSL_ERROR').text).to.match(/^the certificate of the database is not valid/);
    expect(found('ETIMEDOUT', { error: 'HANDSHAKE_SSL_ERROR' }).help).to.include('FLUSH SSL');
  });

  it('find all its connections in use', () => {
    expect(found('ER_CON_COUNT_ERROR').bottleneck).to.equal('connections');
  });

  for (const error of ['ER_TOO_MANY_USER_CONNECTIONS', 'ER_USER_LIMIT_REACHED'])
    it(`find all connections of their user in use: ${error}`, () => {
      for (const database of [{}, { error }]) {
        expect(found(error, database)).to.deep.include({
          bottleneck: 'connections',
          text: `the database allows the user of the workers no more connections (${error}), and calls wait for them`,
        });
        expect(found(error, database).help).to.include('max_user_connections');
      }
    });
});
