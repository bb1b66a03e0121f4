import { expect } from 'chai';
import type { AnyOperation } from '../../shared/contract/operations/operation.ts';
import type { TestAccount } from '../../test/support/account.ts';
import { failureData } from '../../test/support/answers.ts';
import { expectHttpRejection, expectNothingRun } from '../../test/support/httpRejections.ts';
import { drawing } from '../../test/support/random.ts';
import { type RawAnswer, RawConnection } from '../../test/support/rawConnection.ts';
import { type Difference, rawRequest } from '../../test/support/rawRequest.ts';
import { storedRows } from '../../test/support/stored.ts';
import { type DrawnRequest, drawRequest } from './brokenRequests.ts';
import type { Values } from './drawnFaults.ts';
import type { Held } from './heldRecords.ts';
import { inTime } from './inTime.ts';
import type { SoughtValue, Value } from './kind.ts';
import { Ledger, type Promised } from './ledger.ts';
import { promisedRead } from './ledgerReads.ts';
import { targetOf, writing } from './targets.ts';

/** Numbers of requests by their result, and the results of calls that were run: the operation, with the code of a refusal. */
export interface Tally {
  readonly requests: { done: number; refused: number; faulty: number; notRun: number };
  readonly results: Set<string>;
}

/**
 * A chapter: requests that follow each other in an account of their own. Each answer is compared with what docs/api.md promises, and
 * the tables at the end.
 */
export class Chapter {
  readonly #account: TestAccount;
  readonly #connection: RawConnection;
  readonly #ledger = new Ledger();
  readonly #tally: Tally;
  #inFlight = '';

  constructor(account: TestAccount, connection: RawConnection, tally: Tally) {
    this.#account = account;
    this.#connection = connection;
    this.#tally = tally;
  }

  /** The last request: the one to look at when `run` has thrown or does not end. */
  get inFlight(): string {
    return this.#inFlight;
  }

  /** Runs each operation, and each conditional one also with a version that the record does not have. */
  async runAll(operations: readonly AnyOperation[]): Promise<void> {
    const idents: Record<string, Value> = {};
    for (const { name, input } of inOrderOfLife(operations)) {
      const ident = `${name.split('.')[0]}_ident`;
      const values = [{ sent: idents[ident] as string, stored: '' }];
      const needed = Object.entries<Value>({ article_title: 'Tea', by: ident, values, ...idents });
      const fields = Object.fromEntries(needed.filter(([field]) => Object.hasOwn(input, field)));
      if (Object.hasOwn(input, 'if_version'))
        await this.#runRight(name, { ...fields, if_version: 'of_none' });
      Object.assign(idents, await this.#runRight(name, fields));
    }
    await this.#expectStored();
  }

  async #runRight(operation: string, input: Values): Promise<Values> {
    const sent = Object.entries(input).map(([name, value]) => [
      name,
      name === 'values' ? sentOf(value) : value,
    ]);
    const difference = { method: operation, body: JSON.stringify(Object.fromEntries(sent)) };
    const fields = { members: '', input, faults: [] };
    const answer = await this.#send(difference);
    await this.#check({ operation, method: operation, difference, fields }, answer);
    return JSON.parse(answer.body).data;
  }

  async run(seed: number, first: number, count: number): Promise<void> {
    const draw = drawing(seed);
    for (let number = first; number < first + count; number += 1) {
      const request = drawRequest(draw, targetOf(number), this.#ledger.known, this.#account);
      this.#inFlight = `request ${number - first}: ${described(request)}`;
      const answer = await this.#send(request.difference);
      this.#inFlight += `\nanswered ${answer.status} ${answer.body.slice(0, 1_000)}`;
      await this.#check(request, answer);
      if (request.key) await this.#repeat(request, answer);
    }
    this.#inFlight = 'the tables at the end';
    await this.#expectStored();
  }

  async #send(difference: Difference): Promise<RawAnswer> {
    await this.#connection.send(rawRequest(this.#account, difference));
    return inTime(this.#connection.answer());
  }

  async #check(request: DrawnRequest, answer: RawAnswer): Promise<void> {
    const { refusal, method, fields: drawn } = request;
    if (refusal === 'idempotency_key_malformed') expectNothingRun(answer, 400, method);
    else if (refusal) expectHttpRejection(answer, refusal, method);
    else if (drawn.faults.length > 0) expectFaults(request, answer);
    else return this.#checkRun(request, answer);
    this.#tally.requests[refusal ? 'notRun' : 'faulty'] += 1;
  }

  async #checkRun({ operation, fields: { input } }: DrawnRequest, answer: RawAnswer): Promise<void> {
    const { data } = JSON.parse(answer.body);
    const promised = writing.has(operation)
      ? this.#ledger.write(operation, input, data)
      : promisedRead(this.#ledger, operation, input, data);
    expectPromised(answer, operation, promised);
    this.#tally.requests[promised.code ? 'refused' : 'done'] += 1;
    this.#tally.results.add(`${operation} ${promised.code}`.trim());
    if (promised.changed) await this.#readBack(promised.changed);
  }

  /** Reads a record back and compares it with what was acknowledged. */
  async #readBack(ident: string): Promise<void> {
    const [method, input] = ident.startsWith('art_')
      ? (['article.read', { article_ident: ident }] as const)
      : (['customer.read', { customer_ident: ident }] as const);
    const answer = await this.#send({ method, body: JSON.stringify(input) });
    const promised = promisedRead(this.#ledger, method, input, JSON.parse(answer.body).data);
    expectPromised(answer, method, promised);
  }

  /** Repeats a request with its key, with the same and with other spacing: the same answer. Other data with the key are refused. */
  async #repeat(
    { difference, fields: { faults }, operation, method }: DrawnRequest,
    first: RawAnswer,
  ): Promise<void> {
    const second = await this.#send(difference);
    expect([second.status, second.body]).to.deep.equal([first.status, first.body]);
    if (!writing.has(operation) || faults.length > 0) return;
    const body = String(difference.body);
    const third = await this.#send({ ...difference, body: ` ${body}\n` });
    expect([third.status, third.body]).to.deep.equal([first.status, first.body]);
    expectHttpRejection(
      await this.#send({ ...difference, body: withAnotherMember(body) }),
      'idempotency_key_reused',
      method,
    );
  }

  async #expectStored(): Promise<void> {
    const { customers, addresses, articles } = this.#ledger;
    await expectRows(this.#account, 'customers', 'customer_ident', customers);
    await expectRows(this.#account, 'addresses', 'address_ident', addresses);
    await expectRows(this.#account, 'articles', 'article_ident', articles);
  }
}

function sentOf(values: Value | undefined): readonly string[] {
  return (values as readonly SoughtValue[]).map(({ sent }) => sent);
}

/** Creates what others use first, and deletes last what others belong to. */
function inOrderOfLife(operations: readonly AnyOperation[]): readonly AnyOperation[] {
  const created = ['customer.create', 'address.create', 'article.create'];
  const order = [...created, 'address.delete', 'article.delete', 'customer.delete'];
  const middle = created.length - 0.5;
  const rank = ({ name }: AnyOperation) => (order.includes(name) ? order.indexOf(name) : middle);
  return operations.toSorted((one, other) => rank(one) - rank(other));
}

/** Different data, though every operation ignores the member. */
function withAnotherMember(body: string): string {
  const members = body.slice(0, body.lastIndexOf('}'));
  return `${members}${members.trimEnd().endsWith('{') ? '' : ','}"version":"another"}`;
}

/** Expects the rows of the ledger and no others. */
async function expectRows(
  { id }: TestAccount,
  table: 'customers' | 'addresses' | 'articles',
  ident: string,
  held: ReadonlyMap<string, Held>,
): Promise<void> {
  const rows = await storedRows(table, id);
  expect(rows.map((row) => row[ident])).to.have.members([...held.keys()]);
  for (const row of rows) {
    const record = held.get(row[ident] as string) as Held;
    const stored = Object.entries(record).map(([name, value]) => [
      name,
      typeof value === 'number' ? Number(row[name]) : (row[name] ?? ''),
    ]);
    expect(Object.fromEntries(stored)).to.deep.equal(record);
  }
}

/** Expects an answer that names all broken fields, no others, and has the message of the first. */
function expectFaults({ operation, fields: { faults } }: DrawnRequest, answer: RawAnswer): void {
  const first = faults[0] as (typeof faults)[0];
  const { data, message } = expectEnvelope(answer, operation, first.code);
  const isForeign = first.code === 'field_unknown' && first.field !== 'validate';
  const begins = isForeign ? `unknown field: ${first.field}` : `${first.field} `;
  expect(message.startsWith(begins), message).to.equal(true);
  const isAlone = first.code === 'public_authority_id_invalid' && faults.length === 1;
  if (first.code === 'field_required' || isAlone)
    return void expect(data).to.deep.equal(failureData(operation, first.code));
  const emitted = data.errors.map(({ field, code }: { field: string; code: string }) => ({ field, code }));
  expect(Object.keys(data)).to.deep.equal(['code', 'errors']);
  expect(data.code).to.equal(first.code);
  expect(emitted).to.deep.equal(faults);
  expect(data.errors[0].message).to.equal(message);
}

function expectPromised(answer: RawAnswer, operation: string, { code, data }: Promised): void {
  const expected = code ? failureData(operation, code, data) : data;
  expect(expectEnvelope(answer, operation, code).data).to.deep.equal(expected);
}

/** Expects the answer of an operation, whose envelope has four fields; returns the envelope. */
function expectEnvelope({ status, headers, body }: RawAnswer, method: string, code: string) {
  expect({ status, code: headers['x-svc-error'] ?? '' }, body.slice(0, 1_000)).to.deep.equal({
    status: 200,
    code,
  });
  expect(headers['x-request-id']).to.match(/^\S+$/);
  const envelope = JSON.parse(body);
  expect(Object.keys(envelope)).to.have.members(['response', 'data', 'method', 'message']);
  expect(envelope).to.include({ response: code === '', method });
  expect(envelope.message).to.be.a('string').that.is.not.empty;
  return envelope;
}

function described({ operation, refusal, fields: { faults }, difference }: DrawnRequest): string {
  const expected = refusal ?? JSON.stringify(faults);
  const { body = '', headers = {}, verb = '', path = '' } = difference;
  const sent = `${JSON.stringify(headers)} ${Buffer.from(body).toString()}`;
  return `${operation}, expecting ${expected}: ${verb} ${path} ${sent.slice(0, 1_500)}`;
}
