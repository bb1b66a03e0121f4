import { randomKey, sendSigned } from './signedCall.js';

/**
 * Records for trying calls: made by a form of this page, or the example records of the account, which have an external ident of
 * their own. Only their idents are inserted into bodies, so that a form does not change a record that somebody needs.
 */

const externalIdent = document.querySelector('main').dataset.exampleRecords;

/** Idents by prefix. */
const known = new Map();
let owner = '';
let lookup;
const listeners = new Set();

const titles = { cus: 'customer', adr: 'delivery address', art: 'article' };
const placeholder = /\b(cus|adr|art)_[0-9a-z]{26}\b/g;

export function kindsIn(example) {
  return new Set([...example.matchAll(placeholder)].map(([, kind]) => kind));
}

export function withKnownIdents(example) {
  return example.replaceAll(placeholder, (ident, kind) => known.get(kind) ?? ident);
}

export function missingFor(example) {
  return [...kindsIn(example)].filter((kind) => !known.has(kind)).map((kind) => titles[kind]);
}

export function onRecordsChanged(listener) {
  listeners.add(listener);
}

/** Searches once per account. Rejects if the service does not answer. */
export async function findRecords(credentials) {
  belongTo(credentials.appId);
  lookup ??= lookUp(credentials);
  try {
    await lookup;
  } catch (error) {
    lookup = undefined;
    throw error;
  }
}

/** Forgets the records of another app. */
function belongTo(appId) {
  if (owner === appId) return;
  owner = appId;
  known.clear();
  lookup = undefined;
}

async function lookUp(credentials) {
  const [customer, articles] = await Promise.all([
    ask(
      'customer.read',
      { customer_identifier: 'external_ident', external_ident: externalIdent },
      credentials,
    ),
    ask(
      'article.find',
      { by: 'external_ident', values: [externalIdent], fields: ['article_title'] },
      credentials,
    ),
  ]);
  keep('cus', customer?.customer.customer_ident);
  keep('adr', customer?.address_data[0]?.address_ident);
  keep('art', articles?.articles[0]?.article_ident);
}

/** Records of a form take precedence over example records. */
function keep(kind, ident) {
  if (ident && !known.has(kind)) known.set(kind, ident);
}

/** Returns undefined if the record does not exist. */
async function ask(operation, request, credentials, key = '') {
  const { status, code, envelope } = await sendSigned(
    { operation, body: JSON.stringify(request), key },
    credentials,
  );
  if (envelope?.response) return envelope.data;
  if (status === 200 && code.endsWith('_not_found')) return undefined;
  throw new Error(`${operation} got ${status} ${code}: ${envelope?.message ?? 'no answer of Counterfoil'}`);
}

export async function createRecords(credentials) {
  const create = async (operation, more) => {
    const { example } = document.querySelector(`details.try[data-operation="${operation}"]`).dataset;
    const request = { ...JSON.parse(withKnownIdents(example)), ...more };
    learn(operation, await ask(operation, request, credentials, randomKey()), credentials);
  };
  const marked = { external_ident: externalIdent };
  if (!known.has('cus')) await create('customer.create', marked);
  else if (!known.has('adr')) await create('address.create', {});
  if (!known.has('art')) await create('article.create', marked);
}

export function learn(operation, data, { appId }) {
  belongTo(appId);
  const [resource, verb] = operation.split('.');
  if (verb === 'create') {
    for (const [kind, name] of Object.entries(idents)) if (data?.[name]) known.set(kind, data[name]);
  } else if (verb === 'delete') forget(kindsOf[resource]);
  else return;
  tell();
}

/** Forgets the record of a body after a refusal such as `customer_not_found`. */
export function learnMissing(code, body) {
  const kinds = kindsOf[code.replace('_not_found', '')] ?? [];
  if (!kinds.some((kind) => body.includes(known.get(kind)))) return;
  forget(kinds);
  tell();
}

const idents = { cus: 'customer_ident', adr: 'address_ident', art: 'article_ident' };
const kindsOf = { customer: ['cus', 'adr'], address: ['adr'], article: ['art'] };

function forget(kinds = []) {
  for (const kind of kinds) known.delete(kind);
  lookup = undefined;
}

function tell() {
  for (const listener of listeners) listener();
}
