import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import {
  type Counterfoil,
  CounterfoilError,
  RefusedError,
  UnavailableError,
} from '../../client/nodeClient.ts';
import { remedyOf } from '../support/remedies.ts';
import { keyArgument, type OperationTool } from './tools.ts';

type Request = Readonly<Record<string, unknown>>;

export interface AnswerLimits {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** Calls the operation of a tool. Failures are results too, with code and remedy: an agent can read them and go on. */
export async function callTool(
  client: Counterfoil,
  { operation, isWriting, tool }: OperationTool,
  { [keyArgument]: key, ...request }: Request,
  { maxBytes, signal }: AnswerLimits,
): Promise<CallToolResult> {
  const [resource = '', verb = ''] = operation.split('.');
  const operations = client as unknown as Record<string, Record<string, Call>>;
  const keyText = typeof key === 'string' ? key : JSON.stringify(key);
  const idempotencyKey = isWriting && key !== undefined ? { idempotencyKey: keyText } : {};
  const call = (asked: Request) => operations[resource]?.[verb]?.(asked, { signal, ...idempotencyKey });
  try {
    return resultOf(await textWithin(maxBytes, tool, request, call));
  } catch (error) {
    if (!(error instanceof CounterfoilError)) throw error;
    return { ...resultOf(cut(failureText(error, isWriting), maxBytes)), isError: true };
  }
}

type Call = (request: Request, options: object) => Promise<unknown>;

function resultOf(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}

/** Resolves to the answer as JSON. Asks for fewer records until they fit, so that a cursor fits to them. Cuts what is still larger. */
async function textWithin(
  maxBytes: number,
  tool: Tool,
  request: Request,
  call: (request: Request) => Promise<unknown> | undefined,
): Promise<string> {
  for (let asked = request; ; ) {
    const data = await call(asked);
    const text = JSON.stringify(asked === request ? data : withNext(asked, data));
    const share = maxBytes / Buffer.byteLength(text);
    const less = share < 1 ? smaller(tool, asked, data, share) : undefined;
    if (less === undefined) return cut(text, maxBytes);
    asked = less;
  }
}

/** Makes a request for the records that fit. Undefined if it can't ask for fewer. */
function smaller({ inputSchema }: Tool, request: Request, data: unknown, share: number): Request | undefined {
  const { limit, values } = inputSchema.properties ?? {};
  const records = values ? request.values : limit && Object.values(data as object).find(Array.isArray);
  if (!Array.isArray(records) || records.length < 2) return undefined;
  const count = Math.max(1, Math.floor(records.length * share * 0.9));
  return values ? { ...request, values: records.slice(0, count) } : { ...request, limit: count };
}

/** `next` of a find is the index of the first value that is missing, also of one that was not asked for. */
function withNext({ values }: Request, data: unknown): unknown {
  return Array.isArray(values) ? { next: values.length, ...(data as object) } : data;
}

function cut(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  const shown = bytes
    .subarray(0, maxBytes)
    .toString()
    .replace(/\uFFFD$/, '');
  return `${shown}\n\n[cut: the first ${maxBytes} of ${bytes.length} bytes. Ask for less: customer_find and article_find read single \`fields\`, address_list the addresses of a customer. Or restart \`counterfoil mcp\` with a larger --max-answer-bytes.]`;
}

function failureText(error: CounterfoilError, isWriting: boolean): string {
  const { code, message, requestId, idempotencyKey } = error;
  const mayHaveRun = isWriting && error instanceof UnavailableError && idempotencyKey !== undefined;
  return [
    `${code}: ${message}`,
    remedyOf(code),
    ...(error instanceof RefusedError && error.data !== null ? [JSON.stringify(error.data)] : []),
    ...(mayHaveRun
      ? [
          `It may have been done. Call the tool again with "${keyArgument}": "${idempotencyKey}" to learn the outcome.`,
        ]
      : []),
    ...(requestId === '' ? [] : [`Request ${requestId}`]),
  ].join('\n');
}
