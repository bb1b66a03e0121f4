/** Milliseconds that grow with the tries, and differ, so that sets that met don't meet again. */
export function pause(attempts: number): Promise<void> {
  const longest = Math.min(10 * 2 ** attempts, 250);
  return new Promise((resolve) => setTimeout(resolve, longest * (0.5 + Math.random() / 2)));
}
