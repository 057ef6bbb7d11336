/**
 * The page's security policy starts a script only from an address that a Trusted Types policy approved. This policy approves the addresses
 * of our own service. TypeScript's library does not describe Trusted Types yet.
 */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ): { createScriptURL: (address: string) => string };
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

const policy = trustedTypes?.createPolicy('ecf-worker', {
  createScriptURL: (address) => {
    if (new URL(address, location.href).origin !== location.origin)
      throw new Error('a script from elsewhere');
    return address;
  },
});

export function trustedScriptAddress(address: string): string {
  return policy === undefined ? address : policy.createScriptURL(address);
}
