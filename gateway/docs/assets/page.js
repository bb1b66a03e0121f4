import { addCopyButtons, copyAnchors } from './copy.js';
import { startSearch } from './search.js';
import { cannotSign, canSign } from './signedCall.js';
import { buildTabs } from './tabs.js';
import { buildForm } from './tryIt.js';

const find = (id) => document.getElementById(id);

/** Credentials are read when a request is sent, and kept nowhere else. */
function credentials() {
  return {
    appId: find('app-id').value.trim(),
    apiSecret: find('api-secret').value.trim(),
    wantsV2: find('use-v2').checked,
  };
}

function showCredentials() {
  find('credentials').hidden = false;
  if (canSign) return;
  const problem = find('credentials-problem');
  problem.hidden = false;
  problem.textContent = cannotSign;
}

function forget() {
  find('app-id').value = '';
  find('api-secret').value = '';
  find('app-id').focus();
}

/** Forms are built when they are opened: most never are. */
for (const place of document.querySelectorAll('details.try'))
  place.addEventListener('toggle', () => place.open && buildForm(place, credentials), { once: true });

/** The menu is beside the text on a wide screen; otherwise it opens on demand. */
function openMenu(isWide) {
  find('menu').open = isWide;
}

const wide = matchMedia('(min-width: 60.01rem)');
wide.addEventListener('change', ({ matches }) => openMenu(matches));
openMenu(wide.matches);
find('menu').addEventListener('click', ({ target }) => {
  if (target.closest('a') && !wide.matches) openMenu(false);
});

find('credentials').addEventListener('submit', (event) => event.preventDefault());
find('forget').addEventListener('click', forget);
showCredentials();
buildTabs();
addCopyButtons(document.querySelector('main'));
copyAnchors();
startSearch();
