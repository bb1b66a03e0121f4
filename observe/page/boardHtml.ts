/**
 * Fills bull-board's EJS template, which has only variables: `<%= name %>` is escaped, `<%- name %>` is not. Leaves out the
 * font, which has another origin: nothing is loaded from elsewhere.
 */
export function boardHtml(template: string, variables: Readonly<Record<string, string>>): string {
  return template
    .replaceAll(/<%([=-]) *(\w+) *%>/g, (_, kind: string, name: string) => {
      const value = variables[name] ?? '';
      return kind === '=' ? escaped(value) : value;
    })
    .replaceAll(/<link\b[^>]*\bhref="https?:[^>]*>/g, '');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] as string);
}
