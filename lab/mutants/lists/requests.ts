import type { Mutant } from '../mutant.ts';

/** Requests are let in only if they are signed, within their limits, and read as they were sent. */
export const requests: readonly Mutant[] = [
  {
    name: 'signature-unchecked',
    file: 'gateway/http/authenticate.ts',
    from: 'const isSigned = isSignedByAny(found instanceof App ? found.bodyKeys : nobodysKeys, body, digest);',
    to: 'const isSigned = found instanceof App || isSignedByAny(nobodysKeys, body, digest);',
    breaks: 'Whoever knows the id of an app can send requests for its account.',
    killedBy: {
      'test/gateway/http/signature.test.ts':
        'of ${what} is refused in the same words as every other [same-rejection]',
    },
  },
  {
    name: 'nonce-not-taken',
    file: 'gateway/http/authenticate.ts',
    from: 'return nonces.take(appId, nonce, signedAt, kind).then((outcome) => verdicts[outcome]);',
    to: 'return kind && verdicts.taken;',
    breaks: 'A request that somebody has recorded can be sent again.',
    killedBy: {
      'test/gateway/http/signatureV2.test.ts': 'accepts each nonce once, whatever it signs [replay-rejected]',
    },
  },
  {
    name: 'old-signatures-accepted',
    file: 'gateway/http/authenticate.ts',
    from: "  if (isStale(signedAt, clock)) return 'stale';\n",
    to: '',
    breaks: 'A recorded request can be sent again when its nonce is forgotten.',
    killedBy: {
      'test/gateway/http/signatureV2.test.ts':
        'over ${what} is refused in the same words as every other fault, and the log has the reason [same-rejection]',
    },
  },
  {
    name: 'key-not-signed',
    file: 'shared/contract/keys/signedText.ts',
    from: '\\n${idempotencyKey}\\nPOST',
    to: '\\n\\nPOST',
    breaks: 'A recorded write can be sent with another Idempotency-Key.',
    killedBy: {
      'test/gateway/http/signatureV2.test.ts':
        'of a write is not valid with another idempotency key, or without one',
    },
  },
  {
    name: 'policy-ignored',
    file: 'gateway/http/authenticate.ts',
    from: "policy === 'v2-required' ? 'v2_required' : 'signed';",
    to: "'signed';",
    breaks: 'An app that requires signature v2 accepts requests without it.',
    killedBy: {
      'test/gateway/http/signatureV2.policies.test.ts': 'is required when the policy is v2-required',
    },
  },
  {
    name: 'revoked-apps-sign',
    file: 'workers/operations/account.app.ts',
    from: "  if (app.date_revoked) return 'app_revoked';\n",
    to: '',
    breaks: 'A secret that was stolen is good after its app was revoked.',
    killedBy: { 'test/operations/account.app.test.ts': 'refuses a revoked app, and only that one' },
  },
  {
    name: 'account-limit-for-each-app',
    file: 'gateway/apps/app.ts',
    from: 'key: `account.${data.account_id}`,',
    to: 'key: `account.${appId}`,',
    breaks: 'An account exceeds its rate limit with more apps.',
    killedBy: {
      'test/gateway/apps/rateLimits.shared.test.ts': 'of an account counts the requests of all of its apps',
    },
  },
  {
    name: 'flood-takes-all-room',
    file: 'gateway/calls/fairBudget.ts',
    from: 'return own === 0 || own < share *',
    to: 'return own >= 0 || own < share *',
    breaks: 'While one account floods the service, the others are refused.',
    killedBy: {
      'test/gateway/calls/admission.test.ts':
        'leaves a fifth of the room to others, however an account floods [account-share]',
    },
  },
  {
    name: 'numbers-rounded',
    file: 'gateway/json/parseBody.ts',
    from: '  if (needsCare.test(text)) return undefined;\n',
    to: '',
    breaks: 'An amount with many digits is stored as another one.',
    killedBy: {
      'test/operations/article.create.amounts.test.ts':
        '${field} refuses values that are not amounts [nothing-rounded]',
    },
  },
  {
    name: 'backlog-reset-at-a-stop',
    file: 'gateway/http/server.ts',
    from: '    await this.#acceptWaiting();',
    to: '',
    breaks: 'Behind nginx, a restart of a busy gateway fails calls.',
    killedBy: {
      'test/gateway/http/serverClose.test.ts': 'answers the connections that it had not accepted',
    },
  },
  {
    name: 'unread-request-at-a-stop',
    file: 'gateway/http/connections.ts',
    from: 'setTimeout(() => setImmediate(endIfUnused), ms)',
    to: 'setTimeout(endIfUnused, ms)',
    breaks: 'Behind HAProxy, a restart of a gateway on a busy machine fails calls.',
    killedBy: {
      'test/gateway/http/serverClose.test.ts':
        'answers a request that came on an idle connection while it was busy',
    },
  },
  {
    name: 'calls-dropped-at-a-stop',
    file: 'gateway/http/server.ts',
    from: '      this.#connections.endUnused(this.#graceMs);',
    to: '      this.#server.closeAllConnections();',
    breaks: 'A rolling restart fails the calls in flight.',
    killedBy: {
      'test/gateway/http/stop.test.ts':
        'answers the requests in flight, and then stops at once [rolling-restart]',
    },
  },
  {
    name: 'nonces-of-the-window-before-forgotten',
    file: 'gateway/apps/nonces.ts',
    from: '[window, window - 1, window + 1].map(keyOf)',
    to: '[window].map(keyOf)',
    breaks: 'Every eleven minutes, recorded requests can be sent again.',
    killedBy: {
      'test/gateway/apps/nonces.windows.test.ts':
        'are known for ${seconds} s after second ${shift} of a window',
    },
  },
  {
    name: 'disabled-accounts-sign',
    file: 'workers/operations/account.app.ts',
    from: "  if (app.account_date_disabled) return 'account_disabled';\n",
    to: '',
    breaks: 'The apps of a disabled account go on.',
    killedBy: {
      'test/operations/account.app.test.ts':
        'refuses a disabled app, and those of a disabled account, until they are enabled',
    },
  },
  {
    name: 'paused-queues-accept',
    file: 'gateway/calls/callQueue.ts',
    from: 'if (pausedMs > 0)',
    to: 'if (pausedMs < 0)',
    breaks: 'A queue that an operator has paused gets calls.',
    killedBy: {
      'test/gateway/calls/pauses.slow.test.ts':
        'refuses calls at every gateway with 503 and Retry-After, until it is resumed',
    },
  },
  {
    name: 'jobs-kept-in-redis',
    file: 'gateway/calls/startCallClient.ts',
    from: 'removeOnComplete: true, removeOnFail: true,',
    to: 'removeOnComplete: false, removeOnFail: false,',
    breaks: 'Redis keeps the personal data of all calls, until it is full.',
    killedBy: {
      'test/canaries/canaries.slow.test.ts':
        'are gone from Redis after creates, updates, reads and deletes [secrets-hidden]',
    },
  },
  {
    name: 'former-secret-refused',
    file: 'gateway/apps/app.ts',
    from: 'data.secrets.map(',
    to: 'data.secrets.slice(0, 1).map(',
    breaks: 'An app fails from the moment in which its secret is rotated.',
    killedBy: { 'test/gateway/apps/appCache.slow.test.ts': 'sign with both secrets while one is rotated' },
  },
  {
    name: 'refused-requests-use-up-the-account',
    file: 'gateway/apps/rateLimits.ts',
    from: 'if (!usage || usage.remaining < 0) return usage;',
    to: 'if (!usage) return usage;',
    breaks: 'An app that sends too much uses up the limit of the other apps of its account.',
    killedBy: {
      'test/gateway/apps/rateLimits.shared.test.ts':
        'of an account is not used up by what an app sends beyond its own limit',
    },
  },
];
