import type { PackageTools } from './packageTools.ts';
import { run } from './run.ts';

const format = '$(REPO_URI)';

/** The mirror from which this machine gets Debian itself; Debian's own address where apt does not say. */
export async function debianMirror({ aptGet }: PackageTools): Promise<string> {
  const listed = await run(aptGet, ['indextargets', '--no-release-info', '--format', format]).catch(() => '');
  return (
    listed.split('\n').find((uri) => /^https?:.*\/debian\/?$/.test(uri)) ?? 'http://deb.debian.org/debian'
  );
}
