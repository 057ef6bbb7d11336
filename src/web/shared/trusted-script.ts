/**
 * The page's policy lets a script start only from an address that a Trusted Types policy approved. This one approves addresses of our
 * own service. TypeScript's library does not describe Trusted Types yet.
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
