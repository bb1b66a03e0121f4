import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { AptFetch, type PackageTools, packageTools } from '../../servers/programs/aptFetch.ts';
import { downloadMysql } from '../../servers/programs/debianPackages.ts';
import { commandFolders, run } from '../../servers/system/run.ts';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
import { thrownBy } from '../support/thrown.ts';

const tools = packageTools(commandFolders());
const careless = [
  'APT::Get::AllowUnauthenticated "true";',
  'Acquire::AllowInsecureRepositories "true";',
  'Acquire::AllowDowngradeToInsecureRepositories "true";',
  'Acquire::Check-Valid-Until "false";',
];

if (tools)
  describe("packages of Debian's kind", function () {
    this.timeout(60_000);
    let folder: string;
    beforeEach(async () => {
      folder = await emptyFolder();
    });
    afterEach(cleanUp);

    /** The machine's tools, one of which is a script. */
    async function withScript(name: keyof PackageTools, lines: readonly string[]): Promise<PackageTools> {
      const file = path.join(folder, name);
      await writeFile(file, ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });
      return { ...(tools as PackageTools), [name]: file };
    }

    /** A repository with one package and no signature. */
    async function unsignedRepository(): Promise<string> {
      const root = path.join(folder, 'hello');
      await mkdir(path.join(root, 'DEBIAN'), { recursive: true });
      const control = [
        'Package: hello-unsigned',
        'Version: 1',
        'Architecture: all',
        'Maintainer: x',
        'Description: x',
      ];
      await writeFile(path.join(root, 'DEBIAN/control'), `${control.join('\n')}\n`);
      const repository = path.join(folder, 'repository');
      await mkdir(repository);
      await run('dpkg-deb', ['--build', root, path.join(repository, 'hello.deb')]);
      const { size } = await stat(path.join(repository, 'hello.deb'));
      await writeFile(
        path.join(repository, 'Packages'),
        `${control.join('\n')}\nFilename: ./hello.deb\nSize: ${size}\n`,
      );
      const sources = path.join(folder, 'unsigned.list');
      await writeFile(sources, `deb file:${repository} ./\n`);
      return sources;
    }

    it('are not taken without a signature, even if the machine allows that', async () => {
      const allowing = await withScript('aptConfig', [
        `apt-config dump`,
        ...careless.map((line) => `echo '${line}'`),
      ]);
      const changes = {
        'Dir::Etc::sourcelist': await unsignedRepository(),
        'Dir::Etc::sourceparts': '/dev/null',
      };
      const apt = await AptFetch.open(allowing, path.join(folder, 'work'), changes);

      expect(await thrownBy(() => apt.download('hello-unsigned'))).to.match(
        /does not have a Release file|is not signed/,
      );
      expect((await readdir(apt.archives)).filter((name) => name.endsWith('.deb'))).to.deep.equal([]);
    });

    if (['gpg', 'pgp'].some((ending) => existsSync(`/usr/share/keyrings/debian-archive-keyring.${ending}`)))
      it("of Debian's unstable release need the key of Debian, and a date of the last 90 days", async () => {
        const spying = await withScript('aptGet', [
          `[ "$1" != install ] || { cp "$APT_CONFIG" '${folder}/used'; cat '${folder}/own/unstable/unstable.list' > '${folder}/sources'; exit 1; }`,
          `[ "$1" != update ] || exit 0`,
          `exec ${tools.aptGet} "$@"`,
        ]);
        await mkdir(path.join(folder, 'own'));
        await thrownBy(() => downloadMysql(spying, path.join(folder, 'own'), 'mysql-client'));

        const used = await readFile(path.join(folder, 'used'), 'utf8');
        expect(used).to.include('Acquire::Min-ValidTime "7776000";');
        expect(used.match(/^.*Check-Valid-Until.*$/gim)?.at(-1)).to.equal(
          'Acquire::Check-Valid-Until "true";',
        );
        expect(await readFile(path.join(folder, 'sources'), 'utf8')).to.match(
          /^deb \[signed-by=\/usr\/share\/keyrings\/debian-archive-keyring\.\w+\] https?:\S+ sid main\n$/,
        );
      });
  });
