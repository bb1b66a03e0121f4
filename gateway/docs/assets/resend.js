import { code, element, onDemand } from './elements.js';

/** Shows the sent request, and commands that send it again from a shell. Neither contains the secret. */
export function shownRequest(request, headers, credentials) {
  const { wantsV2 } = credentials;
  return element(
    'div',
    {},
    onDemand(
      'Send it again from a shell',
      element('p', { className: 'quiet', textContent: wantsV2 ? whyNotAgain : whyAgain }),
      code(wantsV2 ? signingCommands(request, credentials) : curlCommand(request, headers)),
    ),
    onDemand('The request as it was sent', code(httpText(request, headers))),
  );
}

export function commandsFor(request, credentials) {
  return onDemand('Send it from a shell', code(signingCommands(request, credentials)));
}

const whyAgain =
  'This command can be sent as often as you like: signature v1 fits this body, and has no time and no nonce.';

const whyNotAgain =
  'The service takes the nonce of signature v2 once: the same signature again gets 401. These commands sign each time.';

function signingCommands({ operation, body, key }, { appId }) {
  const base = new URL('.', document.baseURI).href.replace(/\/$/, '');
  return [
    `curl --silent --remote-name ${quoted(`${base}/docs/counterfoil.sh`)}`,
    `export COUNTERFOIL_URL=${quoted(base)} COUNTERFOIL_APP_ID=${quoted(appId)}`,
    `printf 'API secret: '; read -rs COUNTERFOIL_API_SECRET; export COUNTERFOIL_API_SECRET`,
    `bash counterfoil.sh ${[operation, quoted(body), ...(key ? [quoted(key)] : [])].join(' ')}`,
  ].join('\n');
}

function curlCommand({ operation, body }, headers) {
  const url = new URL(`api/v1/${operation}`, document.baseURI).href;
  const options = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  return [`curl ${quoted(url)}`, ...options, `--data-raw ${quoted(body)}`].join(' \\\n  ');
}

function httpText({ operation, body }, headers) {
  const { host, pathname } = new URL(`api/v1/${operation}`, document.baseURI);
  const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  return [`POST ${pathname} HTTP/1.1`, ...lines, '', body].join('\n');
}

function quoted(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
