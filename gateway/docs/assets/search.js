import { element } from './elements.js';
import { excerpt, findEntries, maxShown } from './searchIndex.js';

const find = (id) => document.getElementById(id);

/** Code is searched only if it is JSON: other languages have the same words. */
const searched = 'h1, h2, h3, tr, p, li, pre';
const notSearched =
  'nav, form, noscript, details.try, thead, [data-language]:not([data-language="JSON"]), tr p, tr li, li p';

let index;

function pageIndex() {
  index ??= entriesOf(document.querySelector('main'));
  return index;
}

function entriesOf(main) {
  const entries = [];
  let heading = { id: 'start', title: 'Counterfoil API' };
  for (const element of main.querySelectorAll(searched)) {
    if (element.closest(notSearched) || element.querySelector(':scope > .block')) continue;
    const isHeading = /^H\d$/.test(element.tagName);
    if (isHeading) heading = { id: element.id, title: element.textContent };
    const name = isHeading
      ? heading.title
      : (element.id && element.querySelector('a.anchor')?.textContent) || '';
    const text = isHeading ? '' : textOf(element);
    const id = element.id || heading.id;
    const isDefinition = id.startsWith('code-');
    if (name || text)
      entries.push({
        name,
        section: isHeading ? '' : heading.title,
        text,
        id,
        element,
        isHeading,
        isDefinition,
      });
  }
  return entries;
}

function textOf(element) {
  if (element.tagName !== 'TR') return element.textContent.replaceAll(/\s+/g, ' ').trim();
  const cells = [...element.cells].slice(element.id ? 1 : 0);
  return cells
    .map((cell) => cell.textContent.trim())
    .filter(Boolean)
    .join(' · ');
}

function showResults() {
  const query = find('query').value.trim();
  if (query === '') return closeResults();
  const { found, words } = findEntries(pageIndex(), query);
  const list = element('ul', {}, ...found.slice(0, maxShown).map((entry) => resultOf(entry, words)));
  const state = stateOf(query, found.length, words);
  const note = element('p', { className: 'quiet', textContent: state });
  find('found').replaceChildren(note, ...(found.length > 0 ? [list] : []));
  find('found').hidden = false;
  find('search-state').textContent = state;
}

function stateOf(query, count, words) {
  if (count === 0) return `Nothing found for “${query}”. Try one word, or a part of it.`;
  const isOther = !words.some((word) => query.toLowerCase().includes(word));
  const other = isOther ? ` for “${words.join(' ')}”: the page has no “${query}”` : '';
  const shown = count > maxShown ? `, the first ${maxShown} are shown` : '';
  return `${count} ${count === 1 ? 'result' : 'results'}${other}${shown}`;
}

function resultOf(entry, words) {
  const { name, section, text, id } = entry;
  const link = element('a', { href: `#${id}` }, part('title', ...marked(name || section, words)));
  if (name && section) link.append(part('section', section));
  if (text) link.append(part('excerpt', ...marked(text, words)));
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    goTo(entry);
  });
  return element('li', {}, link);
}

function part(className, ...inside) {
  return element('span', { className }, ...inside);
}

function marked(text, words) {
  return excerpt(text, words).map((piece, place) =>
    place % 2 === 0 ? piece : element('mark', { textContent: piece }),
  );
}

/** Scrolls to the place and moves the focus there, so that the next Tab continues from it. */
function goTo({ id, element }) {
  closeResults();
  location.hash = id;
  const panel = element.closest('[role="tabpanel"][hidden]');
  const shown = panel ? panel.parentElement : element;
  shown.scrollIntoView({ block: 'center', behavior: 'instant' });
  for (const former of document.querySelectorAll('.reached')) former.classList.remove('reached');
  shown.classList.add('reached');
  shown.tabIndex = -1;
  shown.focus({ preventScroll: true });
}

function closeResults() {
  find('found').hidden = true;
  find('found').replaceChildren();
  find('search-state').textContent = '';
}

/** Arrow keys move through the results, Enter opens one, Escape returns to the field. */
function onKey(event) {
  const links = [...find('found').querySelectorAll('a')];
  const at = links.indexOf(document.activeElement);
  if (event.key === 'Escape') {
    if (find('found').hidden) find('query').blur();
    else closeResults();
    if (at !== -1) find('query').focus();
  } else if (event.key === 'ArrowDown') links[Math.min(at + 1, links.length - 1)]?.focus();
  else if (event.key === 'ArrowUp') (links[at - 1] ?? find('query')).focus();
  else if (event.key === 'Enter' && at === -1) links[0]?.click();
  else return;
  event.preventDefault();
}

function onSlash(event) {
  const isTyping = event.target.closest?.('input, textarea, select');
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
  event.preventDefault();
  find('query').focus();
  find('query').select();
}

export function startSearch() {
  const search = find('search');
  search.hidden = false;
  find('query').addEventListener('input', showResults);
  find('query').addEventListener('focus', showResults);
  search.addEventListener('keydown', onKey);
  document.addEventListener('keydown', onSlash);
  document.addEventListener('pointerdown', (event) => search.contains(event.target) || closeResults());
  search.addEventListener('focusout', (event) => {
    if (event.relatedTarget && !search.contains(event.relatedTarget)) closeResults();
  });
}
