import type { App } from '../apps/app.ts';
import type { Apps } from '../apps/apps.ts';
import type { Exchange } from './exchange.ts';

/** Claims of a request's headers. Nothing is verified. */
export interface Head {
  /** App that `X-Svc-Hmac` names; undefined if the header is malformed. */
  readonly appId: string | undefined;
  /** Claimed HMAC, in base64. */
  readonly digest: string;
  readonly knownApp: App | undefined;
  /** Bytes of the body; undefined if it comes in chunks. */
  readonly announcedBytes: number | undefined;
}

/** `<APP_ID>:` and the canonical base64 form of 32 bytes. Two headers joined by a comma do not match. */
const signature = /^([\w-]{1,64}):([A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)$/;

export function readHead({ ctx }: Exchange, { apps }: { readonly apps: Apps }): Head {
  const { headers } = ctx;
  const [, appId, digest = ''] = signature.exec(ctx.get('X-Svc-Hmac')) ?? [];
  const isChunked = headers['transfer-encoding'] !== undefined;
  return {
    appId,
    digest,
    knownApp: appId === undefined ? undefined : apps.known(appId),
    announcedBytes: isChunked ? undefined : Number(headers['content-length'] ?? 0),
  };
}
