/** Content is inserted as text only: answers may contain anything. */
export function element(name, properties = {}, ...inside) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...inside);
  return made;
}

export function problem(text, ...more) {
  return element('p', { className: 'problem', role: 'alert' }, text, ...more);
}

export function onDemand(title, ...inside) {
  return element('details', { className: 'sent' }, element('summary', { textContent: title }), ...inside);
}

/** Can be focused, so that it scrolls without a mouse. */
export function code(text) {
  return element('pre', { tabIndex: 0, textContent: text });
}
