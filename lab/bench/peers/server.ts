import { once } from 'node:events';
import { createServer } from 'node:http';
import Koa, { type Context } from 'koa';
import readBytes from 'raw-body';
import parse from 'secure-json-parse';
import { httpRejections } from '../../../shared/contract/httpRejections.ts';
import type { Body } from '../../../shared/contract/input/reader.ts';
import { newId } from '../../../shared/contract/values/idents.ts';
import type { Lifecycle } from '../../../shared/runtime/process/lifecycle.ts';
import type { Emit } from '../../../shared/runtime/process/log.ts';
import type { Settings } from '../../../shared/runtime/settings/settings.ts';
import { type Answer, writeEnvelope } from '../../../shared/wire/envelope.ts';
import { isSignedBy, type PeerApp, signatureOf } from './apps.ts';
import { newCall, type PeerCall } from './operations/call.ts';

interface Parts {
  readonly findApp: (appId: string) => Promise<PeerApp | undefined>;
  readonly run: (call: PeerCall) => Promise<Answer>;
  readonly emit: Emit;
}

const maxBytes = 1_048_576;
const json = 'application/json; charset=utf-8';

export function peerServer({ findApp, run, emit }: Parts): Koa {
  const app = new Koa();
  app.use(async (ctx) => {
    const startedAt = performance.now();
    const requestId = newId();
    const { status, app, bytes, reply } = await answerTo(ctx, findApp, run);
    ctx.status = status;
    ctx.set('X-Request-Id', requestId);
    ctx.set('Content-Type', json);
    if (reply.code) ctx.set('X-Svc-Error', reply.code);
    ctx.body = reply.envelope;
    const ms = Math.round((performance.now() - startedAt) * 100) / 100;
    const method = ctx.get('X-Svc-Method');
    emit('request', { requestId, method, app, account: '', status, code: reply.code, bytes, ms });
  });
  app.on('error', () => {});
  return app;
}

interface HttpAnswer {
  readonly status: number;
  readonly app: string;
  readonly bytes: number;
  readonly reply: Answer;
}

async function answerTo(ctx: Context, findApp: Parts['findApp'], run: Parts['run']): Promise<HttpAnswer> {
  const method = ctx.get('X-Svc-Method');
  const refuse = (status: number, code: string, message: string, app = '', bytes = 0): HttpAnswer => ({
    status,
    app,
    bytes,
    reply: {
      kind: 'refused',
      code,
      envelope: writeEnvelope({
        response: false,
        data: null,
        method,
        message,
      }),
    },
  });
  if (ctx.path !== '/api/v1' || ctx.method !== 'POST')
    return refuse(404, 'not_found', httpRejections.not_found.message);
  const body = await readBytes(ctx.req, { limit: maxBytes, length: ctx.get('Content-Length') || null });
  if (!ctx.is('json'))
    return refuse(415, 'content_type_unsupported', httpRejections.content_type_unsupported.message);

  const { appId, digest } = signatureOf(ctx.get('X-Svc-Hmac'));
  const app = await findApp(appId);
  if (!app || !isSignedBy(app, body, digest))
    return refuse(401, 'authentication_failed', httpRejections.authentication_failed.message);
  const call = newCall(method, app, parse(body.toString()) as Body);
  if ('code' in call) return refuse(call.status, call.code, call.message, appId, body.length);
  const reply = await run(call).catch(() => undefined);
  return reply
    ? { status: 200, app: appId, bytes: body.length, reply }
    : refuse(500, 'internal_error', httpRejections.internal_error.message, appId, body.length);
}

export async function listen(app: Koa, { port, host }: Settings, lifecycle: Lifecycle): Promise<void> {
  const server = createServer(app.callback()).listen(port, host);
  await once(server, 'listening');
  lifecycle.onStop('http', () => {
    server.close();
    server.closeAllConnections();
  });
}
