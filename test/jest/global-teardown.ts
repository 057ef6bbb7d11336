/** After the last test: nothing is left running, and nothing in the temporary folder. */
export default async function globalTeardown(): Promise<void> {
  await globalThis.ecfTestServers?.stop();
}
