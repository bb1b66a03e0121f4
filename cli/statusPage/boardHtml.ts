/**
 * The page of bull-board from its EJS template, which has only variables: `<%= name %>` is escaped, `<%- name %>` is not. What the
 * content security policy forbids is left out: a font of another origin, and the styles of its first moment.
 */
export function boardHtml(template: string, variables: Readonly<Record<string, string>>): string {
  return template
    .replaceAll(/<%([=-]) *(\w+) *%>/g, (_, kind: string, name: string) => {
      const value = variables[name] ?? '';
      return kind === '=' ? escaped(value) : value;
    })
    .replaceAll(/<link\b[^>]*\bhref="https?:[^>]*>/g, '')
    .replaceAll(/<style>.*?<\/style>/gs, '')
    .replaceAll(/(<(?:div|span)\b[^>]*?) style="[^"]*"/g, '$1');
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
