import { element } from './elements.js';

export function addCopyButtons(inside) {
  for (const block of inside.querySelectorAll('pre:not(.block > pre)')) {
    const button = element('button', {
      type: 'button',
      className: 'copy',
      textContent: 'Copy',
      ariaLabel: 'Copy the code',
    });
    button.addEventListener('click', () => void copy(block.textContent, 'Copied'));
    const box = element('div', { className: 'block' });
    block.replaceWith(box);
    box.append(block, button);
  }
}

/** A click on the anchor of a heading, field or code also copies its address. */
export function copyAnchors() {
  document.addEventListener('click', (event) => {
    const anchor = event.target.closest?.('a.anchor');
    if (anchor && !event.ctrlKey && !event.metaKey && !event.shiftKey) void copy(anchor.href, 'Link copied');
  });
}

async function copy(text, done) {
  notify(
    (await isCopied(text))
      ? done
      : 'This browser does not let the page copy: select the text and press Ctrl+C',
  );
}

/** Uses the older command on pages from http://, which have no clipboard. */
async function isCopied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text) {
  const focused = document.activeElement;
  const area = element('textarea', { value: text, className: 'unseen' });
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  focused?.focus({ preventScroll: true });
  return done;
}

let ending;

const shownMs = 2_500;

function notify(text) {
  const place = document.getElementById('notice');
  place.textContent = text;
  clearTimeout(ending);
  ending = setTimeout(() => place.replaceChildren(), shownMs);
}
