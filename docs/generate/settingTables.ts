import { settingGroups } from '../../shared/runtime/settings/settings.ts';
import { code, table } from './markdown.ts';
import { replaceBetween } from './replaceBetween.ts';

interface Setting {
  readonly default?: string | number | boolean | Buffer | undefined;
  readonly desc?: string;
  readonly example?: string;
}

const groups = Object.entries<Readonly<Record<string, Setting>>>(settingGroups);

/** The page with the present table of settings between its two comments. */
export function withSettingTable(page: string): string {
  const rows = groups.flatMap(([group, settings]) =>
    Object.entries(settings).map(([name, setting]) => [
      code(name),
      group,
      String(setting.default ?? ''),
      (setting.desc ?? '').replaceAll(/docs\/(\w+\.md)/g, '[$1]($1)'),
    ]),
  );
  return replaceBetween(page, 'settings', table(['setting', 'of', 'default', ''], rows));
}

const begin = '# --- Settings of processes, written by `npm run docs` from shared/runtime/settings/\n';

/** .env.example with the present settings after those that only Docker Compose reads. */
export function withSettingLines(example: string): string {
  const settings = groups.flatMap(([group, its]) =>
    Object.entries(its).map(([name, setting]) => {
      const value = String(setting.default ?? setting.example ?? '');
      return `\n${comment(`${group}: ${setting.desc}`)}\n# ${name}=${value}\n`;
    }),
  );
  return [example.split(begin)[0], begin, ...settings].join('');
}

/** Lines of at most 120 characters. */
function comment(text: string): string {
  return text.replaceAll(/(.{1,118})(?: |$)/g, '# $1\n').trimEnd();
}
