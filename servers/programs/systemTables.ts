import { existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Scripts in the order of mariadb-install-db. */
const scriptNames = [
  'mysql_system_tables.sql',
  'mysql_performance_tables.sql',
  'mysql_system_tables_data.sql',
  'fill_help_tables.sql',
  'maria_add_gis_sp_bootstrap.sql',
  'mysql_sys_schema.sql',
];

export interface SystemTableScripts {
  readonly folder: string;
  readonly files: readonly string[];
}

/** Throws if the scripts are not where the packages of MariaDB put them. */
export function systemTableScripts(binary: string): SystemTableScripts {
  const scripts = findSystemTableScripts(binary);
  if (!scripts)
    throw new Error(`${binary} has no scripts that create its system tables: reinstall its package`);
  return scripts;
}

export function findSystemTableScripts(binary: string): SystemTableScripts | undefined {
  const share = path.join(installationFolder(binary), 'share');
  const folders = [path.join(share, 'mysql'), path.join(share, 'mariadb'), share];
  return folders.map(scriptsIn).find(({ files }) => files.length === scriptNames.length);
}

/** Input with which `mariadbd --bootstrap` creates the system tables. Leaves out accounts for this machine's name. */
export async function systemTablesSql({ files }: SystemTableScripts): Promise<string> {
  const beginning = ['create database if not exists mysql;', 'use mysql;', 'SET @auth_root_socket=NULL;'];
  const scripts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const lines = [...beginning, ...scripts, ''].join('\n').split('\n');
  return lines.filter((line) => !line.includes('@current_hostname')).join('\n');
}

export function installationFolder(binary: string): string {
  return path.dirname(path.dirname(realpathSync(binary)));
}

function scriptsIn(folder: string): SystemTableScripts {
  return { folder, files: scriptNames.flatMap((name) => existingScript(folder, name)) };
}

/** Later releases name them mariadb_ instead of mysql_. */
function existingScript(folder: string, name: string): string[] {
  const files = [name, name.replace(/^mysql_/, 'mariadb_')].map((each) => path.join(folder, each));
  return files.filter((file) => existsSync(file)).slice(0, 1);
}
