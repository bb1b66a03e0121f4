import type { App } from '../apps/app.ts';
import type { Apps } from '../apps/apps.ts';
import type { Exchange } from './exchange.ts';

/** What the headers of a request claim. Nothing of it is proven. */
export interface Head {
  /** The app whose signature `X-Svc-Hmac` claims to be; undefined when the header is malformed. */
  readonly appId: string | undefined;
  /** The HMAC that it claims, in base64. */
  readonly digest: string;
  /** That app, if it was found lately. */
  readonly knownApp: App | undefined;
  /** Bytes of the body; undefined when it comes in chunks. */
  readonly announcedBytes: number | undefined;
}

/** `<APP_ID>:` and the one base64 form of 32 bytes; two headers joined by a comma don't fit. */
const signature = /^([\w-]{1,64}):([A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)$/;

/** Reads the headers, and refuses nothing. */
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
