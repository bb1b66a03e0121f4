import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type AppControllerRoute,
  type AppViewRoute,
  type BullBoardQueues,
  type IServerAdapter,
  type UIConfig,
} from '@bull-board/api/dist/types.js';
import Router from '@koa/router';
import type { Context } from 'koa';

/**
 * Serves the routes of bull-board that read. Its own adapter for Koa also has those that write, and needs a body parser and a
 * template engine.
 */
export class BoardRoutes implements IServerAdapter {
  readonly router = new Router();
  readonly #template: string;
  #queues: BullBoardQueues = new Map();
  #uiConfig: UIConfig = {};
  #errorHandler: Parameters<IServerAdapter['setErrorHandler']>[0] = () => ({ status: 500, body: '' });

  constructor(template: string) {
    this.#template = template;
  }

  setQueues(queues: BullBoardQueues): this {
    this.#queues = queues;
    return this;
  }

  /** Ignored, since the template is already read. */
  setViewsPath(): this {
    return this;
  }

  setUIConfig(config: UIConfig): this {
    this.#uiConfig = config;
    return this;
  }

  setErrorHandler(handler: Parameters<IServerAdapter['setErrorHandler']>[0]): this {
    this.#errorHandler = handler;
    return this;
  }

  setStaticPath(route: string, folder: string): this {
    this.router.get(`${route}/*file`, async (context) => {
      const file = path.join(folder, path.normalize(`/${context.params.file}`));
      context.type = path.extname(file);
      context.body = await readFile(file).catch(() => context.throw(404));
    });
    return this;
  }

  setEntryRoute(entry: AppViewRoute): this {
    this.router.get([entry.route].flat(), (context) => {
      const { params } = entry.handler({ basePath: context.state.basePath, uiConfig: this.#uiConfig });
      context.type = 'html';
      context.body = boardHtml(this.#template, params);
    });
    return this;
  }

  setApiRoutes(routes: AppControllerRoute[]): this {
    for (const each of routes)
      if ([each.method].flat().includes('get'))
        this.router.get([each.route].flat(), (context) => this.#answer(context, each));
    return this;
  }

  async #answer(context: Context, route: AppControllerRoute): Promise<void> {
    const request = {
      queues: this.#queues,
      uiConfig: this.#uiConfig,
      params: context.params,
      query: context.query,
      body: {},
      headers: {},
    };
    const { status = 200, body } = await Promise.resolve()
      .then(() => route.handler(request))
      .catch((error) => this.#errorHandler(error as Error));
    context.status = status;
    context.type = 'json';
    context.body = JSON.stringify(body, hideErrors);
  }
}

/** Errors of jobs may quote values of calls, and bull-board has no formatters for them. */
function hideErrors(name: string, value: unknown): unknown {
  if (name === 'stacktrace') return [];
  return name === 'failedReason' && value ? 'hidden' : value;
}

/**
 * Fills bull-board's EJS template, which has only variables: `<%= name %>` is escaped, `<%- name %>` is not. Leaves out the
 * font, which has another origin: nothing is loaded from elsewhere.
 */
function boardHtml(template: string, variables: Readonly<Record<string, string>>): string {
  return template
    .replaceAll(/<%([=-]) *(\w+) *%>/g, (_, kind: string, name: string) => {
      const value = variables[name] ?? '';
      return kind === '=' ? escaped(value) : value;
    })
    .replaceAll(/<link\b[^>]*\bhref="https?:[^>]*>/g, '');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] as string);
}
