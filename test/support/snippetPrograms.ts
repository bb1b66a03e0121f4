import { copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '../../docs/generate/reference/snippets.ts';
import type { ExampleLanguage } from '../../gateway/http/exampleFiles.ts';
import { type ClientPackage, EmptyProject } from './clientPackage.ts';
import { strictly } from './documentPrograms.ts';
import { exampleClients } from './exampleClients.ts';
import { Running } from './running.ts';

/** A program of the page, and the environment that it is for. */
export interface SnippetProgram {
  readonly code: string;
  readonly env: Readonly<Record<string, string>>;
}

interface Runner {
  /** The client of examples/ that the programs use, or whose interpreter runs them; none for TypeScript. */
  readonly client?: ExampleLanguage;
  readonly ending: string;
  /** A program that runs those of `programs.json`, one after the other, and prints the answer of each as a line of JSON. */
  readonly main: string;
  readonly parameters?: readonly string[];
}

const runners: Readonly<Record<Language, Runner>> = {
  curl: {
    client: 'Bash',
    ending: 'sh',
    parameters: ['-euo', 'pipefail'],
    main: 'for program in *.program.sh; do (. "./$program") && echo; done',
  },
  Python: {
    client: 'Python',
    ending: 'py',
    main: `import contextlib, io, json, os, pathlib
for program in json.loads(pathlib.Path("programs.json").read_text()):
    os.environ.update(program["env"])
    variables = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(pathlib.Path(program["file"]).read_text(), variables)
    print(json.dumps(variables["answer"]))
`,
  },
  PHP: {
    client: 'PHP',
    ending: 'php',
    main: `<?php
function answerOf(string $file): mixed
{
    ob_start();
    include $file;
    ob_end_clean();
    return $answer;
}
foreach (json_decode(file_get_contents('programs.json'), true) as ['file' => $file, 'env' => $env]) {
    foreach ($env as $name => $value) putenv("$name=$value");
    echo json_encode(answerOf($file)), "\\n";
}
`,
  },
  TypeScript: {
    ending: 'ts',
    main: `import { readFileSync } from 'node:fs';
for (const { file, env } of JSON.parse(readFileSync('programs.json', 'utf8'))) {
  Object.assign(process.env, env);
  console.log = (answer) => process.stdout.write(JSON.stringify(answer) + '\\n');
  await import('.//' + file.replace(/ts$/, 'js'));
}
`,
  },
};

/** True if this machine has what runs programs of a language, or what is needed to get it. */
export function canRun(language: Language): boolean {
  const { client } = runners[language];
  return client === undefined || exampleClients().some(({ name }) => name === client);
}

/** Runs the programs in one process, as far as possible, and resolves to what each printed. Rejects when one fails. */
export async function runSnippets(
  language: Language,
  programs: readonly SnippetProgram[],
  packed: ClientPackage,
): Promise<readonly unknown[]> {
  const { ending, main } = runners[language];
  const listed = programs.map(({ code, env }, index) => ({
    code: language === 'curl' ? withExports(code, env) : code,
    env,
    file: `${String(index).padStart(3, '0')}.program.${ending}`,
  }));
  const project = new EmptyProject({
    ...Object.fromEntries(listed.map(({ file, code }) => [file, `${code}\n`])),
    'programs.json': JSON.stringify(listed),
    [mainFile(language)]: main,
  });
  try {
    const { code, stdout, stderr } = await runIn(project, language, packed);
    if (code !== 0) throw new Error(`${language} failed: ${stdout}${stderr}`);
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  } finally {
    project.remove();
  }
}

async function runIn(project: EmptyProject, language: Language, packed: ClientPackage) {
  const { client: name, parameters = [] } = runners[language];
  if (name === undefined) return runCompiled(project, packed);
  const client = exampleClients().find((each) => each.name === name);
  if (!client) throw new Error(`nothing runs ${language} here`);
  copyFileSync(client.script, path.join(project.folder, path.basename(client.script)));
  const { file, env } = await client.prepare(project.folder);
  return new Running(file, [...parameters, mainFile(language)], { cwd: project.folder, env }).ended;
}

async function runCompiled(project: EmptyProject, packed: ClientPackage) {
  project.place(packed);
  writeFileSync(path.join(project.folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(path.join(project.folder, 'tsconfig.json'), JSON.stringify(strictly(['*.program.ts'])));
  const compiled = await project.compile();
  if (compiled.code !== 0) return compiled;
  return project.run(mainFile('TypeScript'), {});
}

/** Returns the name of the file that runs: for TypeScript, the one that was compiled before. */
function mainFile(language: Language): string {
  return language === 'TypeScript' ? 'main.js' : `main.${runners[language].ending}`;
}

function withExports(code: string, env: Readonly<Record<string, string>>): string {
  const lines = Object.entries(env).map(([name, value]) => `export ${name}='${value}'`);
  return [...lines, code].join('\n');
}
