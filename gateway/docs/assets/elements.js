/** An element with properties and what is in it. Everything is text: answers may hold anything. */
export function element(name, properties = {}, ...inside) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...inside);
  return made;
}

export function problem(text, ...more) {
  return element('p', { className: 'problem', role: 'alert' }, text, ...more);
}

/** A part that is opened on demand. */
export function onDemand(title, ...inside) {
  return element('details', { className: 'sent' }, element('summary', { textContent: title }), ...inside);
}

/** Code, which is scrolled without a mouse too. */
export function code(text) {
  return element('pre', { tabIndex: 0, textContent: text });
}
