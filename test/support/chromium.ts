import { existsSync } from 'node:fs';
import path from 'node:path';
import { unpackedLibraries } from '../../servers/programs/downloadOnce.ts';
import { commandFolders, findCommands } from '../../servers/system/run.ts';
import { debianPrograms, type Program } from './debianPrograms.ts';

/** Finds Debian's Chromium: that of the machine, or one that is downloaded and unpacked (292 MB on disk). */
export async function chromiumProgram(): Promise<Program> {
  const [installed] = findCommands(['chromium', 'chromium-headless-shell'], commandFolders());
  if (installed) return { file: installed };
  const found = await debianPrograms({
    label: 'Chromium',
    folder: 'chromium',
    choose: ['chromium-headless-shell'],
    unpack: 'chromium',
    find: chromiumIn,
  });
  if (!found) throw new Error('no Chromium: install it with "apt install chromium"');
  return found;
}

async function chromiumIn(folder: string): Promise<Program | undefined> {
  const file = path.join(folder, 'usr/lib/chromium/chromium-headless-shell');
  if (!existsSync(file)) return undefined;
  const { libraryPath = '' } = await unpackedLibraries(folder);
  // That of PulseAudio has a folder of its own for its other library.
  const folders = libraryPath.split(':').flatMap((each) => [each, path.join(each, 'pulseaudio')]);
  return { file, libraryPath: folders.join(':') };
}
