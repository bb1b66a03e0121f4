import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Command } from 'commander';
import { counterfoilCommands } from './counterfoilProgram.ts';
import { blocksOf, documents, filesEnding, inlineCodeOf } from './documents.ts';
import { problemOf } from './knownPrograms.ts';
import { shellCommands } from './shellCommands.ts';

const sources = filesEnding('.ts', '.js', '.yml', '.json', '.example').filter(
  (file) => !file.startsWith('test/docs/') && !file.startsWith('lab/bench/results/'),
);
/** Text of the files in which settings are read, or listed. */
const settingsText = sources.map((file) => readFileSync(file, 'utf8')).join('\n');

describe('commands in documents', () => {
  let commands: ReadonlyMap<string, Command>;
  before(async () => {
    commands = counterfoilCommands();
  });

  for (const document of documents) {
    it(`${document}: commands, options and settings of its blocks exist`, () => {
      const blocks = blocksOf(document).filter(({ language }) => language === 'sh');
      const problems = blocks.flatMap(({ line, text }) =>
        problemsIn(text, true).map((problem) => `${document}:${line}: ${problem}`),
      );

      expect(problems).to.deep.equal([]);
    });

    it(`${document}: commands between backquotes exist`, () => {
      const code = inlineCodeOf(document).filter((text) => /^(?:npx )?counterfoil |^npm |^node /.test(text));

      expect(code.flatMap((text) => problemsIn(text, false))).to.deep.equal([]);
    });
  }

  const wrong: readonly [string, string][] = [
    ['npx counterfoil aps create ACCOUNT_IDENT', 'no command aps'],
    ['counterfoil app make ACCOUNT_IDENT', 'app has no command make'],
    ['npx counterfoil app create', 'create lacks an argument'],
    ['npx counterfoil worker artikel', 'artikel is none of all'],
    ['PORT=8081 npx counterfoil gateway --prot 1', 'gateway has no option --prot'],
    ['counterfoil app set APP_ID --signature v3', '--signature <policy>'],
    ['npm run tests', 'package.json has no script tests'],
    ['npm run bench -- --second 2', 'has no option --second'],
    ['npm start -- --worker article=2', 'up has no option --worker'],
    ['node dist/lab/bench/speed.js', 'there is no lab/bench/speed.ts'],
    ['docker compose run --rm admins migrate up', 'no service admins'],
    ['docker compose run --rm admin migrate upp', 'upp is none of'],
    ['deploy/make-secrets --news', 'has no option --news'],
    ['systemctl start counterfoil-migrates', 'no counterfoil-migrates.service'],
    ['COUNTERFOIL_DATEN=x npm start', 'no setting COUNTERFOIL_DATEN'],
    ['gzip -dc x | counterfoil backups', 'no command backups'],
  ];
  for (const [text, problem] of wrong)
    it(`finds what is wrong with ${text}`, () =>
      expect(problemsIn(`${text} # comment`, true).join()).to.include(problem));

  function problemsIn(text: string, isWhole: boolean): string[] {
    return shellCommands(text).flatMap(({ words, settings }) => {
      const problem = problemOf(commands, words, isWhole);
      const unknown = settings.filter((name) => !new RegExp(`\\b${name}\\b`).test(settingsText));
      return [
        ...(problem ? [`${words.join(' ')}: ${problem}`] : []),
        ...unknown.map((name) => `no setting ${name}`),
      ];
    });
  }
});
