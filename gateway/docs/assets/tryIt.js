import { signatures } from './signing.js';

/** Milliseconds: a call takes 10 seconds at most unless the operator allows more. */
const timeoutMs = 60_000;

/** An element with properties and what is in it. Everything is text: answers may hold anything. */
function element(name, properties = {}, ...inside) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...inside);
  return made;
}

/** Fills the place of an operation with a form that sends a request and shows the answer. */
export function buildForm(place, credentials) {
  const { operation, write, example } = place.dataset;
  const body = element('textarea', {
    ...{ value: example, rows: Math.min(24, example.split('\n').length + 1), spellcheck: false },
  });
  const key = element('input', { value: write === 'true' ? randomKey() : '', spellcheck: false });
  const newKey = element('button', { type: 'button', textContent: 'New key' });
  newKey.addEventListener('click', () => {
    key.value = randomKey();
  });
  const send = element('button', { type: 'submit', className: 'send', textContent: 'Sign and send' });
  const outcome = element('div', { className: 'outcome', ariaLive: 'polite' });
  const keyRow =
    write === 'true'
      ? [
          element('label', {}, 'Idempotency-Key ', key),
          newKey,
          element('p', { className: 'quiet', textContent: keyText }),
        ]
      : [];
  const form = element('form', {}, element('label', {}, 'Body', body), ...keyRow, send, outcome);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    send.disabled = true;
    await run({ operation, body: body.value, key: key.value.trim(), ...credentials() }, outcome);
    send.disabled = false;
  });
  place.append(form);
}

/** Also where the page may not sign: `crypto.randomUUID` is missing there. */
function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const keyText =
  'Sending again with the same key gives the first answer, and changes nothing. Take a new key for a new call.';

async function run(request, outcome) {
  const problem = problemOf(request);
  outcome.replaceChildren(problem ?? element('p', { textContent: 'Waiting for the answer.' }));
  if (!problem) await sendSigned(request, outcome);
}

async function sendSigned(request, outcome) {
  const path = `/api/v1/${request.operation}`;
  const headers = { 'Content-Type': 'application/json' };
  if (request.key) headers['Idempotency-Key'] = request.key;
  Object.assign(headers, await signatures({ ...request, path }));
  try {
    const url = new URL(path.slice(1), document.baseURI);
    const options = { method: 'POST', headers, body: request.body, signal: AbortSignal.timeout(timeoutMs) };
    const answer = await fetch(url, { ...options, credentials: 'omit', redirect: 'error' });
    outcome.replaceChildren(
      ...shownAnswer(answer, await answer.text()),
      shownRequest(url, headers, request.body),
    );
  } catch (error) {
    outcome.replaceChildren(message(`No answer (${error.message}). Send it again with the same key.`));
  }
}

/** What keeps a request from being sent. A body that is no JSON is sent: the service says what is wrong with it. */
function problemOf({ appId, apiSecret }) {
  if (appId && apiSecret) return undefined;
  const link = element('a', { href: '#credentials', textContent: 'Sign with' });
  return element(
    'p',
    { className: 'problem', role: 'alert' },
    'Enter an app id and its API secret first: ',
    link,
  );
}

function message(text) {
  return element('p', { className: 'problem', role: 'alert', textContent: text });
}

function shownAnswer(answer, text) {
  const code = answer.headers.get('X-Svc-Error') ?? '';
  const state = element('p', {
    className: code ? 'state refused' : 'state done',
    textContent: `${answer.status}${code ? ` ${code}` : ' done'}`,
  });
  const more = code ? element('a', { href: '#codes', textContent: 'What the code means' }) : '';
  const id = element('span', {
    className: 'quiet',
    textContent: `X-Request-Id: ${answer.headers.get('X-Request-Id')}`,
  });
  state.append(' ', more, ' ', id);
  return [state, ...hints(answer), element('pre', { tabIndex: 0, textContent: formatted(text) })];
}

/** A refused signature is always answered alike; what the browser can see of the cause is said here. */
function hints(answer) {
  if (answer.status !== 401) return [];
  const away = Math.round((Date.now() - Date.parse(answer.headers.get('Date') ?? '')) / 1_000);
  const clock =
    Math.abs(away) > 240
      ? ` The clock of this computer differs from that of the service by ${away} seconds; 300 are allowed.`
      : '';
  return [message(`The service did not accept the signature: check app id and API secret.${clock}`)];
}

function formatted(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The same request for a shell: its signatures fit this body only, so it does not hold the secret. */
function shownRequest(url, headers, body) {
  const options = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const command = [`curl ${quoted(url.href)}`, ...options, `--data-raw ${quoted(body)}`].join(' \\\n  ');
  return element(
    'details',
    { className: 'sent' },
    element('summary', { textContent: 'The request as it was sent' }),
    element('pre', { tabIndex: 0, textContent: command }),
  );
}

function quoted(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
