import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { globSync } from 'glob';

interface LockedPackage {
  readonly link?: boolean;
  readonly resolved?: string;
  readonly integrity?: string;
}

const imageFiles = ['Dockerfile', 'docker-compose.yml', 'servers/programs/findPrograms.ts'];
const image = /\b(node|mysql|mariadb|redis):([\w.-]+)(@sha256:[0-9a-f]{64}\b)?/g;

/** The images that a file names, except in comments, which have examples, and imports (`node:fs`). */
function imagesIn(file: string): readonly RegExpExecArray[] {
  const text = readFileSync(file, 'utf8').replaceAll(/^\s*(#|\/\/|import ).*$/gm, '');
  return [...text.matchAll(image)];
}

describe('what is downloaded', () => {
  for (const file of imageFiles)
    it(`has the digest of each image in ${file}`, () => {
      expect(imagesIn(file)).not.to.be.empty;
      expect(imagesIn(file).filter(([, , , digest]) => digest === undefined)).to.deep.equal([]);
    });

  it('has one digest of each image', () => {
    const digests = new Map<string, Set<string>>();
    for (const [, name, tag, digest = ''] of imageFiles.flatMap(imagesIn)) {
      const key = `${name}:${tag}`;
      digests.set(key, (digests.get(key) ?? new Set()).add(digest));
    }

    expect([...digests].filter(([, own]) => own.size > 1)).to.deep.equal([]);
  });

  it('names no other image in the manifests', () => {
    const manifests = globSync(['deploy/**/*.{yml,yaml}', 'docker-compose.yml']);
    const named = manifests.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^\s*(?:- )?image: *(\S+)/gm)].map(([, name = '']) => name),
    );

    expect(new Set(named.filter((name) => !name.includes('@sha256:')))).to.deep.equal(
      new Set(['counterfoil']),
    );
  });

  it('has the SHA-512 of each package in package-lock.json, and no address of a registry', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      readonly packages: Readonly<Record<string, LockedPackage>>;
    };
    const downloaded = Object.entries(packages).filter(([name, { link }]) => name !== '' && !link);
    const faulty = downloaded.filter(
      ([, { integrity, resolved }]) =>
        !/^sha512-[\w+/]{86}==$/.test(integrity ?? '') || resolved !== undefined,
    );

    expect(downloaded.length).to.be.above(400);
    expect(faulty.map(([name]) => name)).to.deep.equal([]);
  });
});
