import { existsSync } from 'node:fs';
import path from 'node:path';
import { unpackFromRelease } from '../../servers/programs/debianPackages.ts';
import { downloadOnce, unpackedLibraries } from '../../servers/programs/downloadOnce.ts';
import { binariesFolder } from './servers.ts';

interface Program {
  readonly file: string;
  readonly libraryPath?: string | undefined;
}

/** Commands of the packages `chromium` and `chromium-headless-shell`. */
const commands = ['chromium', 'chromium-headless-shell'];

/** Debian's Chromium: that of the machine, or one that is downloaded and unpacked as the databases are (292 MB on disk). */
export async function chromiumProgram(): Promise<Program> {
  const commandFolders = (process.env.PATH ?? '').split(':');
  const installed = commandFolders
    .flatMap((folder) => commands.map((name) => path.join(folder, name)))
    .find((file) => existsSync(file));
  if (installed) return { file: installed };
  const found = await downloadOnce<Program | undefined>(
    {
      label: 'Chromium',
      folderEnding: '-chromium',
      fill: async (tools, folder) => {
        await unpackFromRelease(tools, folder, {
          choose: () => Promise.resolve(['chromium-headless-shell']),
          unpack: 'chromium',
        });
      },
      find: programIn,
      isComplete: (program) => program !== undefined,
    },
    { binariesFolder, commandFolders, progress: (line) => process.stderr.write(`${line}\n`) },
  );
  if (!found) throw new Error('no Chromium: install it with "apt install chromium"');
  return found;
}

async function programIn(folder: string): Promise<Program | undefined> {
  const file = path.join(folder, 'usr/lib/chromium/chromium-headless-shell');
  if (!existsSync(file)) return undefined;
  const { libraryPath = '' } = await unpackedLibraries(folder);
  // That of PulseAudio has a folder of its own for its other library.
  const folders = libraryPath.split(':').flatMap((each) => [each, path.join(each, 'pulseaudio')]);
  return { file, libraryPath: folders.join(':') };
}
