import { randomBytes } from 'node:crypto';

/** 192 bits can't be guessed. */
const tokenBytes = 24;

/** Pages listen only here: other machines reach it through an SSH tunnel only. */
export const pageHost = '127.0.0.1';

export function newPageToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/** Anyone who knows the address can open the page. */
export function pageAddress(port: number, token: string): string {
  return `http://${pageHost}:${port}/${token}/`;
}
