import { expect } from 'chai';
import { App } from '../../../gateway/apps/app.ts';
import type { Apps } from '../../../gateway/apps/apps.ts';
import { RejectionDelay } from '../../../gateway/apps/rejectionDelay.ts';
import { authenticate } from '../../../gateway/http/authenticate.ts';
import type { Exchange } from '../../../gateway/http/exchange.ts';
import type { SignatureV2 } from '../../../gateway/http/signatureV2.ts';
import { HmacKey } from '../../../shared/contract/keys/hmac.ts';
import { ignoreEvents } from '../../../shared/runtime/process/log.ts';

const secret = 'a secret';
const body = Buffer.from('{}');
const app = new App(
  'app_1',
  {
    account_id: 1,
    account_ident: 'acc_1',
    secrets: [],
    signature: 'v1',
    requests_per_second: null,
    account_requests_per_second: null,
  },
  [secret],
);

describe('authentication of an app that was known when the headers arrived', () => {
  let lookups: string[];
  beforeEach(() => {
    lookups = [];
  });

  /** Authenticates a request whose app was found before its body arrived; by now, the app is revoked. */
  const signed = (until: number) => {
    const head = { appId: app.appId, digest: new HmacKey(secret).sign(body), known: { app, until } };
    const find = (appId: string) => {
      lookups.push(appId);
      return 'app_revoked' as const;
    };
    const exchange = { route: { isRead: false }, reject: () => undefined } as unknown as Exchange;
    return authenticate(exchange, { ...head, announcedBytes: 2, queue: undefined }, body, {
      apps: { find } as unknown as Apps,
      signatureV2: { check: () => 'signed' } as unknown as SignatureV2,
      rejectionDelay: new RejectionDelay(),
      emit: ignoreEvents,
    });
  };

  it('does not look it up again while what is known of it is new', async () => {
    expect(await signed(performance.now() + 1_000)).to.include({ app });
    expect(lookups).to.deep.equal([]);
  });

  it('looks it up again once that is too old, since it may have been revoked [revoked-soon]', async () => {
    expect(await signed(performance.now() - 1)).to.equal(undefined);
    expect(lookups).to.deep.equal([app.appId]);
  });
});
