import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { Context, Middleware } from 'koa';
import rawBody from 'raw-body';
import { explain, OperatorError } from '../../shared/runtime/process/explain.ts';
import type { RunHistory } from '../journal/runs.ts';
import { type Resource, resources } from '../mapping/rules/resourceFields.ts';
import { NotNow, Stale } from './choices.ts';
import { type ChosenOption, optionsIn } from './chosenOptions.ts';
import type { ImportSession } from './importSession.ts';
import type { Uploads } from './uploads.ts';

interface Served {
  readonly session: ImportSession;
  readonly uploads: Uploads;
  readonly history: RunHistory;
}

type Route = (served: Served, context: Context) => unknown;

/** Requests that only read; the answer is JSON, or a file. */
const reads: Readonly<Record<string, Route>> = {
  '/api/state': ({ session }) => session.state(),
  '/api/history': ({ history }) => recentRuns(history),
  '/files/refused': ({ session }, context) => sendFile(context, session.resultFile('refused')),
  '/files/changes': ({ session }, context) => sendFile(context, session.resultFile('changes')),
};

/** Requests that change something; each answers with the new state. */
const changes: Readonly<Record<string, Route>> = {
  '/api/file': async ({ session, uploads }, context) => {
    await session.requireIdle();
    const { name } = context.query;
    await session.choose(await uploads.take(context.req, typeof name === 'string' ? name : ''));
  },
  '/api/new': ({ session }) => session.choose(undefined),
  '/api/settings': async ({ session }, context) => {
    const { resource, options } = await bodyOf(context);
    await session.set(resourceIn(resource), chosenIn(options));
  },
  '/api/answer': async ({ session }, context) => {
    const { text, checksAgain } = await bodyOf(context);
    const options = optionsIn(String(text));
    if (options.length === 0)
      throw new OperatorError('write options as for the command, such as --tax-rate 19');
    await session.add(options, checksAgain === true);
  },
  '/api/back': ({ session }) => session.goBack(),
  '/api/customers': async ({ session }, context) => {
    const { run } = await bodyOf(context);
    await session.chooseCustomers(Number(run));
  },
  '/api/plan': ({ session }) => session.begin('planning'),
  '/api/start': ({ session }) => session.begin('importing'),
  '/api/pause': ({ session }) => session.pause(),
  '/api/resume': ({ session }) => session.resume(),
  '/api/stop': ({ session }) => session.stop(),
  '/api/undo': async ({ session }, context) => {
    const { run } = await bodyOf(context);
    session.undo(Number(run));
  },
};

/** Steps for which a tab must show the current file. With true, it must also show all current choices. */
const needSight: Readonly<Record<string, boolean>> = {
  '/api/settings': false,
  '/api/answer': false,
  '/api/back': true,
  '/api/customers': false,
  '/api/plan': true,
  '/api/start': true,
};

/** Header with the `seen` of the state that the tab shows. */
const seenHeader = 'X-Counterfoil-Seen';

export function pageRoutes(served: Served): Middleware {
  return async (context) => {
    const isChange = context.method === 'POST';
    const routes = isChange ? changes : reads;
    const route = Object.hasOwn(routes, context.path) ? routes[context.path] : undefined;
    if (!route) {
      context.status = 404;
      return;
    }
    try {
      const isForAllRows = needSight[context.path];
      const seen = context.get(seenHeader);
      if (isForAllRows !== undefined && seen !== '') served.session.choices.requireSeen(seen, isForAllRows);
      const answer = await route(served, context);
      if (isChange) context.body = served.session.state();
      else if (answer !== undefined) context.body = answer;
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      context.status = error instanceof TooLarge ? 413 : error instanceof NotNow ? 409 : 400;
      context.body = { error: explain(error), ...(error instanceof Stale && { code: 'stale' }) };
      // The rest of a body that was too large is not read.
      if (!context.req.complete) context.set('Connection', 'close');
    }
  };
}

class TooLarge extends OperatorError {}

const maxBodyBytes = 256 * 1024;

async function bodyOf(context: Context): Promise<Readonly<Record<string, unknown>>> {
  const text = await rawBody(context.req, { limit: maxBodyBytes, encoding: 'utf8' }).catch((error) => {
    if (error.type !== 'entity.too.large') throw error;
    throw new TooLarge(
      `options and settings have more than ${maxBodyBytes / 1024} KiB: use the command with a mapping file`,
    );
  });
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null) return body as Readonly<Record<string, unknown>>;
  } catch {
    // The same answer as for other JSON.
  }
  throw new OperatorError('the body is not a JSON object');
}

function resourceIn(given: unknown): Resource {
  const found = resources.find((resource) => resource === given);
  if (found) return found;
  throw new OperatorError(`the file must have one of ${resources.join(', ')}`);
}

function chosenIn(given: unknown): readonly ChosenOption[] {
  if (Array.isArray(given) && given.every(isOption)) return given;
  throw new OperatorError('options must be a list of flags with their values');
}

function isOption(one: unknown): one is ChosenOption {
  if (!Array.isArray(one) || one.length > 2) return false;
  const [flag, value = ''] = one as unknown[];
  return /^--[a-z][a-z-]*$/.test(String(flag)) && typeof value === 'string';
}

const maxRuns = 50;

/** The last runs, the newest first. */
async function recentRuns(history: RunHistory) {
  const runs = await history.all();
  return runs
    .slice(-maxRuns)
    .toReversed()
    .map(({ number, startedAt, state, resource, file, target, tally, left = 0 }) => ({
      number,
      startedAt,
      state,
      resource,
      file: path.basename(file),
      target,
      tally,
      left,
    }));
}

function sendFile(context: Context, file: string | undefined) {
  if (file === undefined) return context.throw(404);
  context.attachment(path.basename(file));
  context.type = path.extname(file) === '.csv' ? 'text/csv; charset=utf-8' : 'application/octet-stream';
  return createReadStream(file);
}
