import type { Commit } from './servers/databaseServer.ts';

/** Counts the commits of each effect: of a title that was written, or of a record that was deleted. */
export function effectsOf(commits: readonly Commit[]): ReadonlyMap<string, number> {
  const effects = new Map<string, number>();
  for (const { writes } of commits)
    for (const [key, row] of writes) {
      const [table, , ident] = key.split(' ');
      if (table !== 'articles') continue;
      const kind =
        row === null
          ? `delete ${ident}`
          : `${row.article_nr ? 'create' : 'update'} ${String(row.article_title)}`;
      effects.set(kind, (effects.get(kind) ?? 0) + 1);
    }
  return effects;
}
