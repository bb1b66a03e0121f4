import { addCopyButtons } from './copy.js';
import { code, element, problem } from './elements.js';
import {
  createRecords,
  findRecords,
  kindsIn,
  learn,
  learnMissing,
  missingFor,
  onRecordsChanged,
  withKnownIdents,
} from './exampleRecords.js';
import { commandsFor, shownRequest } from './resend.js';
import { cannotSign, canSign, randomKey, sendSigned } from './signedCall.js';

export function buildForm(place, credentials) {
  const { operation, write, example } = place.dataset;
  const rows = Math.min(24, example.split('\n').length + 1);
  const body = element('textarea', { value: example, rows, spellcheck: false });
  const note = element('p', { className: 'quiet', ariaLive: 'polite' });
  const send = element('button', { type: 'submit', className: 'send', textContent: 'Sign and send' });
  const outcome = element('div', { className: 'outcome', ariaLive: 'polite' });
  const key = write === 'true' ? keyParts() : undefined;
  const form = element(
    'form',
    {},
    element('label', {}, 'Body', body),
    note,
    ...(key?.parts ?? []),
    send,
    outcome,
  );
  const fill = kindsIn(example).size > 0 ? filler(example, body, note, credentials) : async () => {};
  body.addEventListener('input', () => key?.renew());
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    send.disabled = true;
    try {
      await fill();
      key?.use();
      outcome.replaceChildren(element('p', { textContent: 'Waiting for the answer.' }));
      const request = { operation, body: body.value, key: key?.value() ?? '' };
      outcome.replaceChildren(...(await run(request, credentials())));
    } finally {
      send.disabled = false;
      addCopyButtons(outcome);
    }
  });
  place.append(form);
  void fill();
}

/** A changed body needs a new key: the service would refuse the old one. */
function keyParts() {
  const key = element('input', { value: randomKey(), spellcheck: false });
  const newKey = element('button', { type: 'button', textContent: 'New key' });
  newKey.addEventListener('click', () => {
    key.value = randomKey();
  });
  const quiet = element('p', { className: 'quiet', textContent: keyText });
  let used;
  const use = () => {
    used = key.value;
  };
  const renew = () => {
    if (key.value === used) key.value = randomKey();
  };
  return {
    parts: [element('label', {}, 'Idempotency-Key ', key), newKey, quiet],
    value: () => key.value.trim(),
    use,
    renew,
  };
}

const keyText =
  'Sending again with the same key gives the first answer, and changes nothing. Another body gets a new key.';

/** Inserts idents of example records into an unedited body, and notes their origin. */
function filler(example, body, note, credentials) {
  let shown = example;
  const describe = async () => {
    const { appId, apiSecret } = credentials();
    if (body.value !== shown) return [];
    if (!canSign || !appId || !apiSecret) return [placeholderText];
    try {
      await findRecords(credentials());
      if (body.value === shown) shown = changed(body, withKnownIdents(example));
      return noteOn(missingFor(example), note, credentials);
    } catch (error) {
      return [`${placeholderText} They could not be looked up: ${error.message}.`];
    }
  };
  const fill = async () => note.replaceChildren(...(await describe()));
  onRecordsChanged(() => void fill());
  document.getElementById('credentials').addEventListener('change', () => void fill());
  return fill;
}

function changed(body, text) {
  if (body.value !== text) {
    body.value = text;
    body.dispatchEvent(new Event('input'));
  }
  return text;
}

const placeholderText =
  'The idents in the body are placeholders. Once app id and API secret are entered, those of example records take their place.';

function noteOn(missing, note, credentials) {
  if (missing.length === 0)
    return ['The idents in the body are those of records that were made to try calls.'];
  const button = element('button', { type: 'button', textContent: 'Create example records' });
  button.addEventListener('click', async () => {
    button.disabled = true;
    try {
      await createRecords(credentials());
    } catch (error) {
      note.replaceChildren(`They could not be created. ${error.message}`);
    }
  });
  const names = missing.join(' and ');
  return [`The account has no example ${names}, or no longer. Put in an ident of your own, or `, button];
}

async function run(request, credentials) {
  if (!canSign) return [problem(cannotSign), commandsFor(request, credentials)];
  if (!credentials.appId || !credentials.apiSecret) return [needsCredentials()];
  try {
    const answer = await sendSigned(request, credentials);
    if (answer.envelope?.response) learn(request.operation, answer.envelope.data, credentials);
    else learnMissing(answer.code, request.body);
    return [...shownAnswer(answer), shownRequest(request, answer.headers, credentials)];
  } catch (error) {
    return [problem(`No answer (${error.message}). Send it again with the same key.`)];
  }
}

function needsCredentials() {
  const link = element('a', { href: '#credentials', textContent: 'Sign with' });
  return problem('Enter an app id and its API secret first: ', link);
}

function shownAnswer(answer) {
  const { status, requestId, text, envelope } = answer;
  const state = element('p', {
    className: answer.code ? 'state refused' : 'state done',
    textContent: `${status}${answer.code ? ` ${answer.code}` : ' done'}`,
  });
  const meaning = document.getElementById(`code-${answer.code}`) ? `#code-${answer.code}` : '#codes';
  const more = answer.code ? element('a', { href: meaning, textContent: 'What the code means' }) : '';
  state.append(
    ' ',
    more,
    ' ',
    element('span', { className: 'quiet', textContent: `X-Request-Id: ${requestId}` }),
  );
  const shown = envelope === undefined ? text : JSON.stringify(envelope, null, 2);
  return [state, ...hints(answer), code(shown)];
}

/** The service answers every refused signature alike; these hints give the causes that the browser can see. */
function hints({ status, code: refusal, date }) {
  if (refusal.endsWith('_not_found'))
    return [
      problem('The account has no such record. It may have been deleted, or the ident is a placeholder.'),
    ];
  if (status !== 401) return [];
  const away = Math.round((Date.now() - Date.parse(date)) / 1_000);
  const clock =
    Math.abs(away) > 240
      ? ` The clock of this computer differs from that of the service by ${away} seconds; 300 are allowed.`
      : '';
  return [problem(`The service did not accept the signature: check app id and API secret.${clock}`)];
}
