import { MIMEType } from 'node:util';
import type { Context } from 'koa';

export function isPlainJson(ctx: Context): boolean {
  return (
    ['', 'identity'].includes(ctx.get('Content-Encoding').toLowerCase()) && isJson(ctx.get('Content-Type'))
  );
}

/** Parameters mean nothing for JSON (RFC 8259, section 11), but a body in another charset is unreadable. */
function isJson(type: string): boolean {
  if (type === 'application/json') return true;
  try {
    const { essence, params } = new MIMEType(type);
    return essence === 'application/json' && (params.get('charset') ?? 'utf-8').toLowerCase() === 'utf-8';
  } catch {
    return false;
  }
}
