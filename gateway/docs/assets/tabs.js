import { element } from './elements.js';

/** Shows code in several languages as tabs. The last chosen language applies everywhere, also at the next visit. */

const remembered = 'language';
const first = 'curl';

export function buildTabs() {
  for (const [index, group] of document.querySelectorAll('.code').entries()) buildGroup(group, index);
  show(readLanguage());
}

/** Turns each part into a panel. Without this script, parts open and close by themselves. */
function buildGroup(group, index) {
  const list = element('div', { className: 'tabs', role: 'tablist', ariaLabel: 'Language' });
  for (const part of group.querySelectorAll('details')) {
    const { language } = part.dataset;
    const id = `code-${index}-${language}`;
    const tab = element('button', { type: 'button', id: `tab-${id}`, role: 'tab', textContent: language });
    tab.dataset.language = language;
    tab.setAttribute('aria-controls', id);
    const panel = element('div', { id, role: 'tabpanel' });
    panel.dataset.language = language;
    panel.setAttribute('aria-labelledby', tab.id);
    part.querySelector('summary').remove();
    panel.append(...part.childNodes);
    part.replaceWith(panel);
    list.append(tab);
  }
  list.addEventListener('click', ({ target }) => target.dataset.language && choose(target));
  list.addEventListener('keydown', moveBetween);
  group.prepend(list);
}

/** Keeps the tab at its place on the screen, although code above it may change its height. */
function choose(tab) {
  const before = tab.getBoundingClientRect().top;
  show(tab.dataset.language);
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
  keepLanguage(tab.dataset.language);
}

function show(language) {
  for (const tab of document.querySelectorAll('.tabs button')) {
    const isChosen = tab.dataset.language === language;
    tab.setAttribute('aria-selected', String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
  }
  for (const panel of document.querySelectorAll('.code > [role="tabpanel"]'))
    panel.hidden = panel.dataset.language !== language;
}

function moveBetween(event) {
  const tabs = [...event.currentTarget.children];
  const at = tabs.indexOf(document.activeElement);
  const goals = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
  if (!(event.key in goals)) return;
  event.preventDefault();
  const tab = tabs.at(goals[event.key] % tabs.length);
  tab.focus();
  choose(tab);
}

/** Browsers may forbid pages to store anything. */
function readLanguage() {
  try {
    const kept = localStorage.getItem(remembered);
    return document.querySelector(`.tabs button[data-language="${CSS.escape(kept ?? first)}"]`)
      ? (kept ?? first)
      : first;
  } catch {
    return first;
  }
}

function keepLanguage(language) {
  try {
    localStorage.setItem(remembered, language);
  } catch {
    // The choice still applies to this page.
  }
}
