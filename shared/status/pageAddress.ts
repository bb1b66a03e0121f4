import { randomBytes } from 'node:crypto';

/** Bytes of a token: nobody guesses 192 bits. */
const tokenBytes = 24;

/** The status page listens here only: other machines never reach it, a tunnel of SSH does. */
export const pageHost = '127.0.0.1';

/** A new secret part of the address of a status page. */
export function newPageToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/** The address of a status page, which lets in whoever knows it. */
export function pageAddress(port: number, token: string): string {
  return `http://${pageHost}:${port}/${token}/`;
}
